import { readFileSync } from 'node:fs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { handleLaunches } from '#app/handleLaunches.ts'
import { nameSplash } from '#app/nameSplash.ts'
import { SPLASH_SIZES, splashPath } from '#contract/splash.ts'
import { title } from '#data/areas/titles.ts'
import { clearTrouble, noteTrouble } from '#data/database/storageHealth.ts'
import { noteReach } from '#data/network/connectivity.ts'
import { followInstall, install, installWay } from '#data/platform/install.ts'
import { holdBusy } from '#data/platform/reloadGuard.ts'
import { suggestInstall } from '#features/shell/notices/suggestInstall.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, someCards, type TestDevice } from '#tests/harness/device.ts'
import { currentSnackbar, dismissSnackbar } from '#ui/feedback/snackbar.ts'

/** The app on the home screen, and on its way there. */

let device: TestDevice
beforeAll(async () => {
  device = await aDevice()
  // Once in a page's life.
  followInstall()
})
afterAll(() => device.close())
// Somebody who was here before.
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
const onPhoneByApple = () =>
  Object.defineProperty(navigator, 'userAgent', {
    configurable: true,
    value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)',
  })
const fromHomeScreen = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ media, matches: media.includes('standalone') },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

/** What Chromium does when it finds the app worth installing. */
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

test('where steps have to be taken by hand the offer leads to them', async () => {
  onPhoneByApple()
  vi.useFakeTimers()
  let shown = 0
  const leave = suggestInstall(() => {
    shown++
  })
  vi.advanceTimersByTime(MINUTE)
  expect(installWay()).toBe('ios')
  currentSnackbar()?.action?.act()
  expect(shown).toBe(1)
  leave()
  vi.useRealTimers()

  await openApp('/on-this-device')
  const panel = (await screen.findByRole('heading', { name: 'نصب روی این دستگاه' })).closest('section')
  expect(within(panel ?? document.body).getAllByRole('listitem').length).toBe(3)
})

test('the app is offered to who comes back, once in two months, and never while a film plays', () => {
  vi.useFakeTimers()
  browserOffers()
  const stay = () => {
    const leave = suggestInstall(() => undefined)
    vi.advanceTimersByTime(MINUTE)
    leave()
    const notice = currentSnackbar()
    if (notice) dismissSnackbar(notice.id)
    return notice?.action?.label
  }
  sessionStorage.setItem('parde-first-visit', '1')
  expect(stay()).toBeUndefined()
  sessionStorage.clear()
  const release = holdBusy('playback')
  expect(stay()).toBeUndefined()
  release()
  expect(stay()).toBe('نصب')
  expect(stay()).toBeUndefined()
  vi.setSystemTime(Date.now() + 61 * 86_400_000)
  expect(stay()).toBe('نصب')
  // A clock that was ahead holds nothing up for ever.
  vi.setSystemTime(Date.now() - 365 * 86_400_000)
  expect(stay()).toBe('نصب')
})

test('once it is installed nothing offers it any more, and the browser is asked to keep what is in it', async () => {
  const asked = vi.fn(async () => true)
  const storage = { persist: asked, persisted: async () => false, estimate: async () => ({ usage: 1, quota: 2 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  const offer = browserOffers('accepted')
  const { person } = await openApp('/on-this-device')
  await person.click(await screen.findByRole('button', { name: 'نصب پرده' }))
  expect(offer.times).toBe(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'نصب پرده' })).toBeNull())
  expect(asked).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('appinstalled'))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  await install()
  expect(offer.times).toBe(1)
})

test('on a screen by Apple the picture of its size is named, which is there; elsewhere and at home none', () => {
  for (const [width, height] of SPLASH_SIZES) {
    const png = readFileSync(`public${splashPath(width, height)}`)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
  }
  // Without this iOS shows none of them.
  expect(readFileSync('index.html', 'utf8')).toContain('<meta name="apple-mobile-web-app-capable" content="yes" />')
  const [width, height] = [1170, 2532]
  vi.stubGlobal('devicePixelRatio', 3)
  // Held on its side.
  vi.stubGlobal('screen', { width: height / 3, height: width / 3 })
  const named = () => document.querySelector('link[rel="apple-touch-startup-image"]')?.getAttribute('href')
  nameSplash()
  expect(named()).toBeUndefined()
  onPhoneByApple()
  nameSplash()
  expect(named()).toBe(splashPath(width, height))
})

test('without a browser around it the app has a way back: where one was, or home from what was opened from outside', async () => {
  fromHomeScreen()
  const { person, router, here } = await openApp('/contact')
  await person.click(await screen.findByRole('button', { name: 'بازگشت' }))
  await waitFor(() => expect(here()).toBe('/'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'بازگشت' })).toBeNull())
  await act(() => router.navigate({ to: '/contact' }))
  await person.click(await screen.findByRole('button', { name: 'بازگشت' }))
  await waitFor(() => expect(here()).toBe('/'))
})

test('a shortcut into the open app leads there without loading anew; the launch that opened it, and other sites, nowhere', () => {
  let launch: (one: { targetURL?: string }) => void = () => undefined
  vi.stubGlobal('launchQueue', {
    setConsumer: (consumer: typeof launch) => {
      launch = consumer
    },
  })
  const went: string[] = []
  handleLaunches((path) => went.push(path))
  launch({ targetURL: `${location.origin}/` })
  for (const targetURL of [`${location.origin}/user/watchlist?q=a#b`, 'https://evil.example/', 'nonsense', undefined]) {
    launch(targetURL === undefined ? {} : { targetURL })
  }
  expect(went).toEqual(['/user/watchlist?q=a#b'])
})

const seenLink = () => screen.getByRole('link', { name: 'روی این دستگاه' })

test('who stands in the way of the server is named, with the way to their door', async () => {
  await openApp('/auth/none')
  // What the app has asked for at its start may still be answered meanwhile.
  const door = await waitFor(() => {
    act(() => noteReach('foreign'))
    return screen.getByRole('link', { name: /ورود به شبکه/ })
  })
  expect(door.getAttribute('href')).toMatch(/\/api\/health$/)
  expect(screen.getByRole('button', { name: 'تلاش دوباره' })).toBeDefined()
  expect(seenLink().getAttribute('href')).toBe('/on-this-device')
  act(() => noteReach('answers'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /ورود به شبکه/ })).toBeNull())
})

test('what was seen is a tap away, and another try, whatever else the line has to say', async () => {
  await openApp('/auth/none')
  act(() => noteTrouble('full'))
  expect(await screen.findByText(/حافظهٔ این دستگاه پر است/)).toBeDefined()
  expect(seenLink().getAttribute('href')).toBe('/on-this-device')
  // There is nothing to try again while the server answers.
  expect(screen.queryByRole('button', { name: 'تلاش دوباره' })).toBeNull()
  await waitFor(() => {
    act(() => noteReach('silent'))
    screen.getByRole('button', { name: 'تلاش دوباره' })
  })
  expect(screen.getByText(/حافظهٔ این دستگاه پر است/)).toBeDefined()
  expect(seenLink()).toBeDefined()
  act(() => {
    clearTrouble('full')
    noteReach('answers')
  })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'روی این دستگاه' })).toBeNull())
})

test('what takes room is told by kind, and goes by kind after a second tap', async () => {
  const [card] = await someCards(device.server, 1)
  const read = title(card?.id ?? 0)
  await read.store(await read.fetch({}))
  const { person } = await openApp('/on-this-device')
  const panel = within(
    (await screen.findByRole('heading', { name: 'فضای این دستگاه' })).closest('section') ?? document.body,
  )
  const kinds = panel.getAllByRole('listitem').map((item) => item.textContent ?? '')
  for (const kind of ['پوسترها و تصویرها', 'صفحه‌های دیده‌شده', 'فهرست‌ها و تغییرهای من', 'خود برنامه']) {
    expect(kinds.some((text) => text.startsWith(kind))).toBe(true)
  }
  await person.click(await panel.findByRole('button', { name: 'پاک کردن صفحه‌های دیده‌شده' }))
  expect(await read.look()).toBeDefined()
  await person.click(await panel.findByRole('button', { name: 'صفحه‌های دیده‌شده پاک شود؟' }))
  await screen.findByText('صفحه‌های دیده‌شده پاک شد')
  expect(await read.look()).toBeUndefined()
  // One's own and the app itself are not for clearing here.
  expect(panel.queryByRole('button', { name: /فهرست‌ها|خود برنامه/ })).toBeNull()
})
