import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStableValue } from '#features/shell/connectivity/useStableValue.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

let device: TestDevice
beforeEach(async () => {
  device = await aDevice()
})
afterEach(async () => {
  setOnline(true)
  await device.close()
})

function setOnline(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}
const menu = async () => within(await screen.findByRole('navigation', { name: 'منوی اصلی' }))

test('guests are offered to sign in and to register; of two ways home one says where one is', async () => {
  await openApp('/')
  const links = (await menu()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['خانه', '/'],
    ['دسته‌بندی‌ها', '/categories'],
    ['مجموعه‌ها', '/collections'],
    ['سریال‌ها', '/tv'],
    ['فیلم‌ها', '/'],
    ['دوبله', '/?is_dubbed=1'],
    ['به‌زودی', '/comingsoon'],
    ['پشتیبانی', '/contact'],
    ['ورود', '/auth/login'],
    ['ثبت‌نام', '/auth/register'],
  ])
  expect((await menu()).getAllByRole('link', { current: 'page' })).toHaveLength(1)
})

test('members find what is theirs', async () => {
  await device.aMember()
  await openApp('/')
  expect(await (await menu()).findByRole('link', { name: 'ذخیره‌شده‌ها' })).toBeDefined()
  expect((await menu()).getByRole('link', { name: 'داشبورد' })).toBeDefined()
  expect((await menu()).queryByRole('link', { name: 'ورود' })).toBeNull()
})

test('a navigation moves the focus to the heading and names the tab', async () => {
  const { person } = await openApp('/')
  await screen.findByRole('heading', { level: 1 })
  await person.click((await menu()).getByRole('link', { name: 'ورود' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'ورود' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('ورود | پرده')
})

test('the slide-out menu opens from its button, leads on and closes', async () => {
  const { person, here } = await openApp('/')
  await person.click((await screen.findAllByRole('button', { name: 'منو' }))[0] ?? document.body)
  const drawer = within(await screen.findByRole('dialog', { name: 'منوی اصلی' }))
  await person.click(drawer.getByRole('link', { name: 'سریال‌ها' }))
  await waitFor(() => expect(here()).toBe('/tv'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'منوی اصلی' })).toBeNull())
})

test('a network that is gone is said under the header until it is back', async () => {
  await openApp('/auth/none')
  const words = 'اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود'
  act(() => setOnline(false))
  expect((await screen.findByText(words)).closest('[role="status"]')).not.toBeNull()
  act(() => setOnline(true))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test('a network that blinks is not worth a word, and a word once said stays long enough to be read', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ value }) => useStableValue(value, { on: 1500, off: 800 }), {
    initialProps: { value: false },
  })
  const turn = (value: boolean, after: number) => {
    rerender({ value })
    act(() => vi.advanceTimersByTime(after))
    return result.current
  }
  expect(turn(true, 1400)).toBe(false)
  expect(turn(false, 5000)).toBe(false)
  expect(turn(true, 1500)).toBe(true)
  expect(turn(false, 700)).toBe(true)
  expect(turn(true, 5000)).toBe(true)
  expect(turn(false, 800)).toBe(false)
  vi.useRealTimers()
})

test('a server that does not answer counts as no connection, whatever the browser says', async () => {
  device.goOffline()
  await openApp('/')
  expect(await screen.findByText('اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود')).toBeDefined()
})

test('a notice can be acted upon once, and the next takes its place', async () => {
  const { person } = await openApp('/auth/none')
  let undone = 0
  act(() =>
    showSnackbar({
      text: 'برداشته شد',
      action: {
        label: 'بازگردانی',
        act: () => {
          undone += 1
        },
      },
    }),
  )
  await person.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  expect(undone).toBe(1)
  await waitFor(() => expect(screen.queryByText('برداشته شد')).toBeNull())
  act(() => showSnackbar({ text: 'یک' }))
  act(() => showSnackbar({ text: 'دو' }))
  expect(await screen.findByText('دو')).toBeDefined()
  expect(screen.queryByText('یک')).toBeNull()
})

test('after a reload for a new version the person is told, once', async () => {
  sessionStorage.setItem('parde-updated', '1')
  await openApp('/auth/none')
  expect(await screen.findByText('نسخهٔ تازه نصب شد')).toBeDefined()
  expect(sessionStorage.getItem('parde-updated')).toBeNull()
})
