import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { noteReach, watchReturn } from '#data/network/connectivity.ts'
import { Picture, PictureReturn } from '#ui/pictures/Picture.tsx'

afterEach(() => noteReach('answers'))

const show = (source = 'posters/1/{width}.{format}') =>
  render(
    <PictureReturn value={watchReturn}>
      <Picture source={source} shape="poster" alt="پدرخوانده" sizes="100px" />
    </PictureReturn>,
  )
const picture = () => screen.queryByAltText('پدرخوانده')
const fail = () => fireEvent.error(picture() as Element)

test.each(['silent', 'foreign'] as const)(
  'a picture that did not come is asked for again after a server that was %s',
  (reach) => {
    noteReach(reach)
    show()
    fail()
    expect(picture()?.tagName).not.toBe('IMG')
    act(() => noteReach('silent'))
    expect(picture()?.tagName).not.toBe('IMG')
    act(() => noteReach('answers'))
    expect(picture()?.tagName).toBe('IMG')
  },
)

test('one that is broken while the server answers is not asked for again and again', () => {
  show()
  fail()
  act(() => noteReach('answers'))
  expect(picture()?.tagName).not.toBe('IMG')
  // Until there was trouble that may have been why.
  act(() => noteReach('silent'))
  act(() => noteReach('answers'))
  expect(picture()?.tagName).toBe('IMG')
})
