import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStableValue } from '#features/shell/connectivity/useStableValue.ts'
import { Snackbar } from '#features/shell/notices/Snackbar.tsx'
import { openApp } from '#tests/harness/app.tsx'
import { setOnLine } from '#tests/harness/browser/browserOnline.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { currentSnackbar, showSnackbar } from '#ui/feedback/snackbar.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
})

const menu = async () => within(await screen.findByRole('navigation', { name: 'منوی اصلی' }))

test('offers guests sign-in and registration and marks one link as the current page', async () => {
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

test('shows members their own links', async () => {
  await device.registerMember()
  await openApp('/')
  expect(await (await menu()).findByRole('link', { name: 'ذخیره‌شده‌ها' })).toBeDefined()
  expect((await menu()).getByRole('link', { name: 'داشبورد' })).toBeDefined()
  expect((await menu()).queryByRole('link', { name: 'ورود' })).toBeNull()
})

test('focuses the heading and sets the document title on navigation', async () => {
  const { user } = await openApp('/')
  await screen.findByRole('heading', { level: 1 })
  await user.click((await menu()).getByRole('link', { name: 'ورود' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'ورود' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('ورود | پرده')
})

test('opens the drawer, follows a link and closes', async () => {
  const { user, currentHref } = await openApp('/')
  await user.click((await screen.findAllByRole('button', { name: 'منو' }))[0] ?? document.body)
  const drawer = within(await screen.findByRole('dialog', { name: 'منوی اصلی' }))
  await user.click(drawer.getByRole('link', { name: 'سریال‌ها' }))
  await waitFor(() => expect(currentHref()).toBe('/tv'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'منوی اصلی' })).toBeNull())
})

test('reports a lost network until it returns', async () => {
  await openApp('/auth/none')
  const words = 'اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود'
  act(() => setOnLine(false))
  expect((await screen.findByText(words)).closest('[role="status"]')).not.toBeNull()
  act(() => setOnLine(true))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test('ignores short outages and shows a warning long enough to read', () => {
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

test('says that the server does not answer while the browser reports a network', async () => {
  device.goOffline()
  await openApp('/')
  expect(await screen.findByText('سرور پرده پاسخ نمی‌دهد؛ تغییرات شما ذخیره می‌شود')).toBeDefined()
  act(() => setOnLine(false))
  expect(await screen.findByText('اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود')).toBeDefined()
  expect(screen.queryByText(/سرور پرده/)).toBeNull()
})

test('runs the action of a snackbar once and replaces it with the next one', async () => {
  const { user } = await openApp('/auth/none')
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
  await user.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  expect(undone).toBe(1)
  await waitFor(() => expect(screen.queryByText('برداشته شد')).toBeNull())
  act(() => showSnackbar({ text: 'یک' }))
  act(() => showSnackbar({ text: 'دو' }))
  expect(await screen.findByText('دو')).toBeDefined()
  expect(screen.queryByText('یک')).toBeNull()
})

test.each([
  [undefined, false],
  ['نه، ممنون', true],
])('a snackbar with the second answer %s is still there after a minute: %s', (decline, stays) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  showSnackbar({ text: 'بپرسیم؟', action: { label: 'بله', act: () => undefined }, decline })
  const notice = currentSnackbar()
  if (notice) render(<Snackbar notice={notice} />)
  act(() => void vi.advanceTimersByTime(60_000))
  vi.useRealTimers()
  expect(currentSnackbar() !== undefined).toBe(stays)
  if (decline !== undefined) fireEvent.click(screen.getByRole('button', { name: decline }))
  expect(currentSnackbar()).toBeUndefined()
})

test('reports an update once after the reload', async () => {
  sessionStorage.setItem('parde-updated', '1')
  await openApp('/auth/none')
  expect(await screen.findByText('نسخهٔ تازه نصب شد')).toBeDefined()
  expect(sessionStorage.getItem('parde-updated')).toBeNull()
})

test('shows the bottom bar after scrolling past 100 px and hides it at the top', async () => {
  let y = 0
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => y)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000)
  const scroll = (to: number) =>
    act(() => {
      y = to
      window.dispatchEvent(new Event('scroll'))
    })
  await openApp('/')
  const bar = await screen.findByRole('navigation', { name: 'دسترسی سریع', hidden: true })
  expect(bar.hasAttribute('inert')).toBe(true)

  scroll(100)
  expect(bar.hasAttribute('inert')).toBe(true)
  scroll(101)
  expect(bar.hasAttribute('inert')).toBe(false)
  scroll(40)
  expect(bar.hasAttribute('inert')).toBe(true)
})
