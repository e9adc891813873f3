import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setReachability, watchReconnect } from '#data/network/connectivity.ts'
import { Picture, PictureReturn } from '#ui/pictures/Picture.tsx'

afterEach(() => setReachability('answers'))

const show = (source = 'posters/1/{width}.{format}') =>
  render(
    <PictureReturn value={watchReconnect}>
      <Picture source={source} shape="poster" alt="پدرخوانده" sizes="100px" />
    </PictureReturn>,
  )
const picture = () => screen.queryByAltText('پدرخوانده')
const fail = () => fireEvent.error(picture() as Element)

test.each(['silent', 'foreign'] as const)(
  'reloads a failed picture once the server answers again after being %s',
  (reach) => {
    setReachability(reach)
    show()
    fail()
    expect(picture()?.tagName).not.toBe('IMG')
    act(() => setReachability('silent'))
    expect(picture()?.tagName).not.toBe('IMG')
    act(() => setReachability('answers'))
    expect(picture()?.tagName).toBe('IMG')
  },
)

test('does not reload a picture that fails while the server answers', () => {
  show()
  fail()
  act(() => setReachability('answers'))
  expect(picture()?.tagName).not.toBe('IMG')
  // After an outage the picture is tried again, since the outage may have been the cause.
  act(() => setReachability('silent'))
  act(() => setReachability('answers'))
  expect(picture()?.tagName).toBe('IMG')
})
