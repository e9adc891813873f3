import { readFileSync } from 'node:fs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addSplashLink } from '#app/addSplashLink.ts'
import { handleLaunches } from '#app/handleLaunches.ts'
import { SPLASH_SIZES, splashPath } from '#contract/splashScreens.ts'
import { title } from '#data/areas/titles.ts'
import { clearStorageProblems, setStorageProblem } from '#data/database/storageHealth.ts'
import { requestPersistence } from '#data/database/storageQuota.ts'
import { storageReport } from '#data/downloads/storageUsage.ts'
import { setReachability } from '#data/network/connectivity.ts'
import { installMethod, listenForInstallPrompt, promptInstall } from '#data/platform/install.ts'
import { holdReload } from '#data/platform/reloadGuard.ts'
// Loads the banner's lazy content beforehand: on a busy machine that takes longer than a query waits.
import '#features/shell/connectivity/ConnectionLine.tsx'
import { suggestInstall } from '#features/shell/notices/suggestInstall.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import { currentSnackbar, dismissSnackbar } from '#ui/feedback/snackbar.ts'

/** The installed app, and the offer to install it. */

let device: TestDevice
beforeAll(async () => {
  device = await createDevice()
  // Listens once per page.
  listenForInstallPrompt({ onInstalled: () => void requestPersistence({ again: true }) })
})
afterAll(() => device.close())
// A returning visitor.
beforeEach(() => {
  sessionStorage.clear()
  localStorage.setItem('parde-known', '1')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'userAgent')
  Reflect.deleteProperty(navigator, 'storage')
  document.head.replaceChildren()
  const notice = currentSnackbar()
  if (notice) dismissSnackbar(notice.id)
})

const MINUTE = 60_000
const useIPhone = () =>
  Object.defineProperty(navigator, 'userAgent', {
    configurable: true,
    value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)',
  })
const useStandaloneDisplay = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ media, matches: media.includes('standalone') },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

/** Dispatches the event by which Chromium offers installation. */
function browserOffers(outcome: 'accepted' | 'dismissed' = 'dismissed') {
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    times: 0,
    async prompt() {
      offer.times++
      return { outcome }
    },
  })
  window.dispatchEvent(offer)
  return offer
}

test('links from the offer to manual steps on iOS', async () => {
  useIPhone()
  vi.useFakeTimers()
  let shown = 0
  const stopOffers = suggestInstall(() => {
    shown++
  })
  vi.advanceTimersByTime(MINUTE)
  expect(installMethod()).toBe('ios')
  currentSnackbar()?.action?.act()
  expect(shown).toBe(1)
  stopOffers()
  vi.useRealTimers()

  await openApp('/on-this-device')
  const panel = (await screen.findByRole('heading', { name: 'نصب روی این دستگاه' })).closest('section')
  expect(within(panel ?? document.body).getAllByRole('listitem').length).toBe(3)
})

test('offers installation to returning visitors every two months, but not during playback', () => {
  vi.useFakeTimers()
  browserOffers()
  const offeredAfterMinute = () => {
    const stopOffers = suggestInstall(() => undefined)
    vi.advanceTimersByTime(MINUTE)
    stopOffers()
    const notice = currentSnackbar()
    if (notice) dismissSnackbar(notice.id)
    return notice?.action?.label
  }
  sessionStorage.setItem('parde-first-visit', '1')
  expect(offeredAfterMinute()).toBeUndefined()
  sessionStorage.clear()
  const release = holdReload('playback')
  expect(offeredAfterMinute()).toBeUndefined()
  release()
  expect(offeredAfterMinute()).toBe('نصب')
  expect(offeredAfterMinute()).toBeUndefined()
  vi.setSystemTime(Date.now() + 61 * 86_400_000)
  expect(offeredAfterMinute()).toBe('نصب')
  // A clock that was ahead must not suppress the offer forever.
  vi.setSystemTime(Date.now() - 365 * 86_400_000)
  expect(offeredAfterMinute()).toBe('نصب')
})

test('removes the offer after installation and requests persistent storage', async () => {
  const persist = vi.fn(async () => true)
  const storage = { persist: persist, persisted: async () => false, estimate: async () => ({ usage: 1, quota: 2 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  const offer = browserOffers('accepted')
  const { user } = await openApp('/on-this-device')
  await user.click(await screen.findByRole('button', { name: 'نصب پرده' }))
  expect(offer.times).toBe(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'نصب پرده' })).toBeNull())
  expect(persist).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('appinstalled'))
  await waitFor(() => expect(persist).toHaveBeenCalledTimes(1))
  await promptInstall()
  expect(offer.times).toBe(1)
})

test("adds the splash picture of the screen's size on iOS only", () => {
  for (const [width, height] of SPLASH_SIZES) {
    const png = readFileSync(`public${splashPath(width, height)}`)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
  }
  // Without this tag iOS shows no splash picture.
  expect(readFileSync('index.html', 'utf8')).toContain('<meta name="apple-mobile-web-app-capable" content="yes" />')
  const [width, height] = [1170, 2532]
  vi.stubGlobal('devicePixelRatio', 3)
  // Landscape orientation.
  vi.stubGlobal('screen', { width: height / 3, height: width / 3 })
  const splashHref = () => document.querySelector('link[rel="apple-touch-startup-image"]')?.getAttribute('href')
  addSplashLink()
  expect(splashHref()).toBeUndefined()
  useIPhone()
  addSplashLink()
  expect(splashHref()).toBe(splashPath(width, height))
})

test('shows a back button in the installed app, which leads home after a launch from outside', async () => {
  useStandaloneDisplay()
  const { user, router, currentHref } = await openApp('/contact')
  await user.click(await screen.findByRole('button', { name: 'بازگشت' }))
  await waitFor(() => expect(currentHref()).toBe('/'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'بازگشت' })).toBeNull())
  await act(() => router.navigate({ to: '/contact' }))
  await user.click(await screen.findByRole('button', { name: 'بازگشت' }))
  await waitFor(() => expect(currentHref()).toBe('/'))
})

test('navigates to a shortcut in the open app, but ignores the first launch and other sites', () => {
  let launch: (one: { targetURL?: string }) => void = () => undefined
  vi.stubGlobal('launchQueue', {
    setConsumer: (consumer: typeof launch) => {
      launch = consumer
    },
  })
  const visitedPaths: string[] = []
  handleLaunches((path) => visitedPaths.push(path))
  launch({ targetURL: `${location.origin}/` })
  for (const targetURL of [`${location.origin}/user/watchlist?q=a#b`, 'https://evil.example/', 'nonsense', undefined]) {
    launch(targetURL === undefined ? {} : { targetURL })
  }
  expect(visitedPaths).toEqual(['/user/watchlist?q=a#b'])
})

const seenLink = () => screen.getByRole('link', { name: 'روی این دستگاه' })

test('reports a captive portal with a link to its sign-in page', async () => {
  await openApp('/auth/none')
  // Responses to requests of the start may still arrive and reset the state.
  const link = await waitFor(() => {
    act(() => setReachability('foreign'))
    return screen.getByRole('link', { name: /ورود به شبکه/ })
  })
  expect(link.getAttribute('href')).toMatch(/\/api\/health$/)
  expect(screen.getByRole('button', { name: 'تلاش دوباره' })).toBeDefined()
  expect(seenLink().getAttribute('href')).toBe('/on-this-device')
  act(() => setReachability('answers'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /ورود به شبکه/ })).toBeNull())
})

test('links to the seen titles and offers a retry beside other warnings', async () => {
  await openApp('/auth/none')
  act(() => setStorageProblem('full'))
  expect(await screen.findByText(/حافظهٔ این دستگاه پر است/)).toBeDefined()
  expect(seenLink().getAttribute('href')).toBe('/on-this-device')
  // No retry while the server answers.
  expect(screen.queryByRole('button', { name: 'تلاش دوباره' })).toBeNull()
  await waitFor(() => {
    act(() => setReachability('silent'))
    screen.getByRole('button', { name: 'تلاش دوباره' })
  })
  expect(screen.getByText(/حافظهٔ این دستگاه پر است/)).toBeDefined()
  expect(seenLink()).toBeDefined()
  act(() => {
    clearStorageProblems('full')
    setReachability('answers')
  })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'روی این دستگاه' })).toBeNull())
})

test('lists parts of the used storage that add up to the total, and draws them as shares of the quota', async () => {
  const storage = { estimate: async () => ({ usage: 30_000_000, quota: 1_000_000_000 }), persisted: async () => true }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  const { kinds, other, used } = await storageReport()
  expect(used).toBe(30_000_000)
  expect(Object.values(kinds).reduce((sum, size) => sum + size, other)).toBe(used)
  await openApp('/on-this-device')
  expect(await screen.findByText('۳۰٫۰ مگابایت از ۱٫۰ گیگابایت')).toBeDefined()
  expect(screen.getByText('سهم خود مرورگر')).toBeDefined()
  const widths = [...document.querySelectorAll('[aria-labelledby="storage"] rect')].map((part) =>
    Number(part.getAttribute('width')),
  )
  expect(widths.length).toBeGreaterThan(0)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThan(10)
})

test('shows the used storage by kind and clears a kind after confirmation', async () => {
  const card = await popularCard(device.server)
  const read = title(card.id)
  await read.store(await read.fetch({}))
  const { user } = await openApp('/on-this-device')
  const panel = within(
    (await screen.findByRole('heading', { name: 'فضای این دستگاه' })).closest('section') ?? document.body,
  )
  const kinds = panel.getAllByRole('listitem').map((item) => item.textContent ?? '')
  for (const kind of ['پوسترها و تصاویر', 'صفحه‌های دیده‌شده', 'فهرست‌ها و تغییرات من', 'خود برنامه']) {
    expect(kinds.some((text) => text.startsWith(kind))).toBe(true)
  }
  await user.click(await panel.findByRole('button', { name: 'پاک کردن صفحه‌های دیده‌شده' }))
  expect(await read.look()).toBeDefined()
  await user.click(await panel.findByRole('button', { name: 'صفحه‌های دیده‌شده پاک شود؟' }))
  await screen.findByText('صفحه‌های دیده‌شده پاک شد')
  expect(await read.look()).toBeUndefined()
  // Personal data and the app itself cannot be cleared here.
  expect(panel.queryByRole('button', { name: /فهرست‌ها|خود برنامه/ })).toBeNull()
})
