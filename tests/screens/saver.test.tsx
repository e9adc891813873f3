import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sparesDataHere } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'
import { setDataSaver, watchDataSaver } from '#ui/browser/dataSaver.ts'
import { Picture } from '#ui/pictures/Picture.tsx'

let device: TestDevice
beforeEach(async () => {
  forgetChoice()
  device = await aDevice()
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'connection')
  forgetChoice()
  await device.close()
})

/** As in a browser that nobody has told anything; one window is many files', and the choice lives as long as it. */
function forgetChoice() {
  localStorage.removeItem('parde-data-saver')
  const stop = watchDataSaver(() => undefined)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'parde-data-saver' })))
  stop()
}

const browserSays = (saveData: boolean) =>
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true })
const saver = () => screen.findByRole('switch', { name: /^صرفه‌جویی/ })
const kept = async () => (await database.meta.get('sparesData'))?.value

test('only what the person chooses is written down: what the browser says may change while nobody looks', async () => {
  // Older versions wrote down what it came to.
  await database.meta.put({ key: 'sparesData', value: false })
  const { person } = await openApp('/')
  const button = await saver()
  await waitFor(async () => expect(await kept()).toBeUndefined())
  browserSays(true)
  expect(await sparesDataHere()).toBe(true)
  browserSays(false)
  expect(await sparesDataHere()).toBe(false)
  await person.click(button)
  await waitFor(async () => expect(await kept()).toBe(true))
  await person.click(button)
  await waitFor(async () => expect(await kept()).toBe(false))
})

test.each([
  [true, 1],
  [false, 2],
])('data spared: %s; so many backdrops come once the first is there: %i', async (spares, backdrops) => {
  act(() => setDataSaver(spares))
  await openApp('/')
  const show = await screen.findByRole('region', { name: 'پیشنهادهای پرده' })
  const pictures = () => show.querySelectorAll('img')
  await waitFor(() => expect(pictures()).toHaveLength(1))
  // The other slides stand, and their pictures are still to come.
  await waitFor(() => expect(within(show).getAllByRole('article', { hidden: true }).length).toBeGreaterThan(1))
  fireEvent.load(pictures()[0] as Element)
  await waitFor(() => expect(pictures()).toHaveLength(backdrops))
})

const Two = () => (
  <>
    <Picture source="posters/1/{width}.{format}" shape="poster" alt="اول" sizes="100px" first />
    <Picture source="posters/2/{width}.{format}" shape="poster" alt="دوم" sizes="100px" />
  </>
)
const widths = (alt: string) =>
  screen.getByAltText(alt).parentElement?.querySelector('source')?.getAttribute('srcset')?.split(',').length ?? 0

test('in a page that the server has drawn what is on its way stays, and what is not comes in half the size', async () => {
  const place = document.createElement('div')
  place.innerHTML = renderToString(<Two />)
  document.body.append(place)
  const full = widths('اول')
  act(() => setDataSaver(true))
  const root = await act(async () => hydrateRoot(place, <Two />))
  expect(widths('اول')).toBe(full)
  expect(widths('دوم')).toBeLessThan(full)
  act(() => root.unmount())
  place.remove()
})

test('where nothing was drawn beforehand all pictures come in half the size, and in full when that is wished', () => {
  act(() => setDataSaver(true))
  render(<Two />)
  const half = widths('اول')
  expect(widths('دوم')).toBe(half)
  act(() => setDataSaver(false))
  expect(widths('اول')).toBeGreaterThan(half)
  expect(widths('دوم')).toBeGreaterThan(half)
})
