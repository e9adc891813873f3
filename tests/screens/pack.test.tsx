import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { fillPack } from '#data/pack/fillPack.ts'
import { createPackHold } from '#data/pack/packHold.ts'
import { openApp } from '#tests/harness/app.tsx'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'

/** The first import of a chunk takes this long on a busy machine, in ms. */
const ON_DEMAND = { timeout: 20_000 }

let device: TestDevice
let caches: TestCaches
let cards: TitleCard[]

beforeEach(async () => {
  caches = fakeCaches()
  device = await createDevice()
  await device.registerMember()
  cards = await popularCards(device.server, 3)
  device.network = (path) =>
    path.startsWith('/media/')
      ? new Response(new Uint8Array(100), { headers: { 'Content-Type': 'image/avif' } })
      : undefined
  for (const card of cards) await setSaved({ titleId: card.id, saved: true, card })
  await drainOutbox()
  await watchlistPull.refresh(await personalDatabase(), {})
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'connection')
  caches.restore()
  await device.close()
})

const fill = () => fillPack({ signal: new AbortController().signal, hold: createPackHold() })
/** Sets what the browser says of its network. */
const browserReports = (connection: { type?: string; saveData?: boolean }) =>
  Object.defineProperty(navigator, 'connection', {
    value: Object.assign(new EventTarget(), connection),
    configurable: true,
  })
const section = async () => {
  const line = await screen.findByText(/ از ۳ آمادهٔ آفلاین$/, {}, ON_DEMAND)
  return within(line.closest('section') as HTMLElement)
}

test('shows how much is ready on the dashboard, on-this-device, the watchlist and the sync sheet', async () => {
  const app = await openApp('/on-this-device')
  const pack = await section()
  expect(pack.getByText('۰ از ۳ آمادهٔ آفلاین')).toBeDefined()
  expect(pack.getByRole('progressbar').getAttribute('max')).toBe('3')
  expect(await fill()).toBe('complete')
  expect(await pack.findByText('۳ از ۳ آمادهٔ آفلاین')).toBeDefined()
  expect(pack.getByText(/^حدود .+بایت$/)).toBeDefined()
  expect(pack.getByRole('progressbar').getAttribute('value')).toBe('3')
  expect(pack.queryByRole('button')).toBeNull()

  for (const path of ['/user/watchlist', '/user/dashboard']) {
    await app.router.navigate({ to: path })
    await waitFor(() => expect(app.currentHref()).toBe(path))
    expect(await within(screen.getByRole('main')).findByText('۳ از ۳ آمادهٔ آفلاین', {}, ON_DEMAND)).toBeDefined()
  }
  const [header] = screen.getAllByRole('banner')
  await app.user.click(within(header as HTMLElement).getByRole('button', { name: /^همگام‌سازی/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'همگام‌سازی' }, ON_DEMAND))
  expect(await sheet.findByText('۳ از ۳ آمادهٔ آفلاین', {}, ON_DEMAND)).toBeDefined()
})

test('counts only the saved titles on the watchlist', async () => {
  const watched = (await popularCards(device.server, 4))[3] as TitleCard
  await setPosition({
    ...{ titleId: watched.id, card: watched, fileId: null, episodeId: null, earlier: [] },
    ...{ position: 1800, duration: 6000, isLast: true },
  })
  await drainOutbox()
  expect(await fill()).toBe('complete')
  const app = await openApp('/user/watchlist')
  expect(await screen.findByText('۳ از ۳ آمادهٔ آفلاین', {}, ON_DEMAND)).toBeDefined()
  await app.router.navigate({ to: '/user/dashboard' })
  expect(await screen.findByText('۴ از ۴ آمادهٔ آفلاین', {}, ON_DEMAND)).toBeDefined()
})

test('pauses, resumes and follows the choice of networks', async () => {
  browserReports({ type: 'cellular' })
  const { user } = await openApp('/on-this-device')
  const pack = await section()
  await user.click(await pack.findByRole('button', { name: 'توقف' }))
  expect(await pack.findByText('آماده‌سازی ایستاده است')).toBeDefined()
  expect(await fill()).toBe('off')
  await user.click(await pack.findByRole('button', { name: 'ادامه' }))
  await user.click(pack.getByRole('radio', { name: 'فقط Wi-Fi' }))
  expect(await pack.findByText('منتظر Wi-Fi')).toBeDefined()
  expect(await fill()).toBe('off')
  await user.click(pack.getByRole('radio', { name: 'هیچ‌وقت' }))
  expect(await pack.findByText('آماده‌سازی خاموش است')).toBeDefined()
  expect(pack.queryByRole('button')).toBeNull()
  expect(await fill()).toBe('off')
  await user.click(pack.getByRole('radio', { name: 'همیشه' }))
  await waitFor(() => expect(pack.queryByText('آماده‌سازی خاموش است')).toBeNull())
  expect(await fill()).toBe('complete')
  expect(await pack.findByText('۳ از ۳ آمادهٔ آفلاین')).toBeDefined()
})

test('says that the data saver leaves out the pictures, and offers no Wi-Fi choice that the browser cannot keep', async () => {
  browserReports({ saveData: true })
  await openApp('/on-this-device')
  const pack = await section()
  expect(await pack.findByText('بدون تصویر، چون صرفه‌جویی داده روشن است')).toBeDefined()
  expect(pack.queryByRole('radio', { name: 'فقط Wi-Fi' })).toBeNull()
  expect(await fill()).toBe('complete')
  expect(await pack.findByText('۳ از ۳ آمادهٔ آفلاین')).toBeDefined()
  expect(device.sent.filter((line) => line.includes('/media/'))).toEqual([])
})
