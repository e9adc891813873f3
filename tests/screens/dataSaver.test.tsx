import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { setDataSaver, watchDataSaver } from '#ui/browser/dataSaver.ts'
import { Picture } from '#ui/pictures/Picture.tsx'

let device: TestDevice
beforeEach(async () => {
  forgetChoice()
  device = await createDevice()
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'connection')
  forgetChoice()
  await device.close()
})

/** Resets the choice, since all test files share one window. */
function forgetChoice() {
  localStorage.removeItem('parde-data-saver')
  const stop = watchDataSaver(() => undefined)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'parde-data-saver' })))
  stop()
}

const browserSays = (saveData: boolean) =>
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true })
const saver = () => screen.findByRole('switch', { name: /^صرفه‌جویی/ })
const storedChoice = async () => (await database.meta.get('sparesData'))?.value

test("stores only the user's choice, not the browser's setting", async () => {
  // Older versions stored the browser's setting.
  await database.meta.put({ key: 'sparesData', value: false })
  const { user } = await openApp('/')
  const button = await saver()
  await waitFor(async () => expect(await storedChoice()).toBeUndefined())
  browserSays(true)
  expect(await isDataSaverOn()).toBe(true)
  browserSays(false)
  expect(await isDataSaverOn()).toBe(false)
  await user.click(button)
  await waitFor(async () => expect(await storedChoice()).toBe(true))
  await user.click(button)
  await waitFor(async () => expect(await storedChoice()).toBe(false))
})

test.each([
  [true, 1],
  [false, 2],
])('with data saving %s loads %i backdrops after the first one', async (isSaving, backdrops) => {
  act(() => setDataSaver(isSaving))
  await openApp('/')
  const show = await screen.findByRole('region', { name: 'پیشنهادهای پرده' })
  const pictures = () => show.querySelectorAll('img')
  await waitFor(() => expect(pictures()).toHaveLength(1))
  // The other slides are rendered, but their pictures are not loaded yet.
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

test('keeps pictures of the prerendered page that are already loading and halves the others', async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Two />)
  document.body.append(container)
  const full = widths('اول')
  act(() => setDataSaver(true))
  const root = await act(async () => hydrateRoot(container, <Two />))
  expect(widths('اول')).toBe(full)
  expect(widths('دوم')).toBeLessThan(full)
  act(() => root.unmount())
  container.remove()
})

test('halves all pictures without prerendering and restores them when data saving is turned off', () => {
  act(() => setDataSaver(true))
  render(<Two />)
  const half = widths('اول')
  expect(widths('دوم')).toBe(half)
  act(() => setDataSaver(false))
  expect(widths('اول')).toBeGreaterThan(half)
  expect(widths('دوم')).toBeGreaterThan(half)
})
