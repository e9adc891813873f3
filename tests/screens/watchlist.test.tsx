import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { personalOf } from '#data/database/personalDatabase.ts'
import { endSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { startDrainer } from '#data/sync/drainer.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { hrefOf } from '#parts/navigation/useIntentPrefetch.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, savedOnServer, someCards, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member

beforeEach(async () => {
  device = await aDevice()
  member = await device.aMember()
})
afterEach(async () => {
  clock.now = Date.now
  await device.close()
})

async function saveSome(count: number): Promise<TitleCard[]> {
  const cards = await someCards(device.server, count)
  // One after the other: the order of saving is the order of the list.
  for (const card of cards) await setSaved({ titleId: card.id, saved: true, card })
  return cards
}
const list = () => screen.findByRole('list', { name: 'عنوان‌های ذخیره‌شده' })
const names = async () =>
  within(await list())
    .queryAllByRole('heading', { level: 3 })
    .map((name) => name.textContent)
const nameOf = (card: TitleCard | undefined) => card?.titleFa || card?.titleEn || ''

test('a list that was never filled is empty, and says where to begin', async () => {
  await openApp('/user/watchlist')
  expect(await screen.findByText('هنوز چیزی ذخیره نکرده‌اید')).toBeDefined()
  expect(screen.getByRole('link', { name: 'گشتن در فیلم‌ها' })).toBeDefined()
})

test('a list that has not come yet is not called empty', async () => {
  device.goOffline()
  const { person } = await openApp('/user/watchlist')
  expect(await screen.findByText('فهرست شما هنوز روی این دستگاه نیست')).toBeDefined()
  expect(screen.queryByText('هنوز چیزی ذخیره نکرده‌اید')).toBeNull()
  device.goOnline()
  await person.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByText('هنوز چیزی ذخیره نکرده‌اید')).toBeDefined()
})

test('a list the server refuses to give says so in its words, with the way on', async () => {
  device.weather = (path) =>
    path.startsWith('/api/user/watchlist')
      ? Response.json({ message: 'فعلاً نمی‌شود.', code: 'forbidden' }, { status: 403 })
      : undefined
  await openApp('/user/watchlist')
  expect(await screen.findByText('فعلاً نمی‌شود.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'تلاش دوباره' })).toBeDefined()
})

test('whoever is signed out in another tab sees a guest’s screen, not an empty list', async () => {
  await openApp('/user/watchlist')
  await screen.findByText('هنوز چیزی ذخیره نکرده‌اید')
  await endSession()
  expect(await screen.findByText('فهرست شما پشت همین پرده است')).toBeDefined()
})

test('what is saved stands there newest first, marked while it waits, and without a network', async () => {
  const third = (await someCards(device.server, 3))[2]
  const [first] = await saveSome(1)
  await drainOutbox()
  device.goOffline()
  if (third) await setSaved({ titleId: third.id, saved: true, card: third })
  await openApp('/user/watchlist')
  expect(await names()).toEqual([nameOf(third), nameOf(first)])
  expect(within(await list()).getAllByText('در انتظار ارسال')).toHaveLength(1)
  // The list itself has never come.
  expect(await screen.findByText('آنچه روی این دستگاه مانده است')).toBeDefined()
})

test('without a network the list says when it last came, however often the app was opened since', async () => {
  await saveSome(1)
  await drainOutbox()
  await watchlistPull.refresh(personalOf(member.id), {})
  device.goOffline()
  clock.now = () => Date.now() + 3 * 86_400_000
  const drainer = startDrainer({ onWaiting: () => undefined })
  await drainer.drain()
  drainer.stop()
  await openApp('/user/watchlist')
  expect(await screen.findByText('آخرین همگام‌سازی: ۳ روز پیش')).toBeDefined()
})

test('a clock that was set back leaves the age of the list open', async () => {
  await saveSome(1)
  await drainOutbox()
  await watchlistPull.refresh(personalOf(member.id), {})
  device.goOffline()
  clock.now = () => Date.now() - 365 * 86_400_000
  await openApp('/user/watchlist')
  expect(await screen.findByText('آنچه روی این دستگاه مانده است')).toBeDefined()
})

test('each item says its place and of how many', async () => {
  await saveSome(3)
  await openApp('/user/watchlist')
  const items = within(await list()).getAllByRole('listitem')
  expect(items.map((item) => [item.getAttribute('aria-posinset'), item.getAttribute('aria-setsize')])).toEqual([
    ['1', '3'],
    ['2', '3'],
    ['3', '3'],
  ])
})

test('what is taken off can be brought back', async () => {
  await saveSome(2)
  await drainOutbox()
  const { person } = await openApp('/user/watchlist')
  const before = await names()
  const [newest] = within(await list()).getAllByRole('button', { name: 'ذخیره' })
  if (newest) await person.click(newest)
  await waitFor(async () => expect(await names()).toEqual(before.slice(1)))
  await person.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  await waitFor(async () => expect(await names()).toEqual(before))
  await drainOutbox()
  expect(await savedOnServer(member)).toHaveLength(2)
})

test('the keyboard stays in its place when an item goes', async () => {
  await saveSome(3)
  const { person } = await openApp('/user/watchlist')
  const buttons = within(await list()).getAllByRole('button', { name: 'ذخیره' })
  buttons[1]?.focus()
  await person.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('2'))
})

test('searching within finds at once, goes into the address, and can be taken back', async () => {
  const cards = await saveSome(4)
  const { person, here } = await openApp('/user/watchlist')
  const wanted = cards[2]
  await person.type(await screen.findByRole('searchbox', { name: 'جستجو در ذخیره‌شده‌ها' }), nameOf(wanted))
  await waitFor(async () => expect(await names()).toContain(nameOf(wanted)))
  await waitFor(() => expect(here()).toContain('q='))

  await person.clear(screen.getByRole('searchbox', { name: 'جستجو در ذخیره‌شده‌ها' }))
  await person.type(screen.getByRole('searchbox', { name: 'جستجو در ذخیره‌شده‌ها' }), 'چیزی که نیست')
  await person.click(await screen.findByRole('button', { name: 'پاک کردن فیلترها' }))
  expect(await names()).toHaveLength(4)
  await waitFor(() => expect(here()).toBe('/user/watchlist'))
})

test('the address says what is shown; nonsense in it is read as nearest it can be', async () => {
  await saveSome(2)
  const { person, here } = await openApp('/user/watchlist?type=Movie&sort=__proto__&q=')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'فیلم' })).checked).toBe(true)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'ترتیب' }).value).toBe('saved')
  await person.selectOptions(screen.getByRole('combobox', { name: 'ترتیب' }), 'name')
  await waitFor(() => expect(here()).toBe('/user/watchlist?type=movie&sort=name'))
})

test('lines or posters: this device remembers which', async () => {
  await saveSome(1)
  const first = await openApp('/user/watchlist')
  await first.person.click(await screen.findByRole('radio', { name: 'فهرستی' }))
  first.close()
  await openApp('/user/watchlist')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'فهرستی' })).checked).toBe(true)
})

test('of a long list only what the window shows is there', async () => {
  const [card] = await someCards(device.server, 1)
  if (!card) throw new Error('the catalogue is empty')
  await personalOf(member.id).watchlist.bulkPut(
    Array.from({ length: 2000 }, (_, at) => ({
      titleId: at + 1,
      version: at + 1,
      savedAt: new Date(at * 1000).toISOString(),
      title: { ...card, id: at + 1, titleFa: `عنوان ${at}` },
    })),
  )
  device.goOffline()
  await openApp('/user/watchlist')
  const items = within(await list()).getAllByRole('listitem')
  expect(items.length).toBeLessThan(60)
  // Of how many is said as soon as that is known, and the list does not wait for it.
  expect(['-1', '2000']).toContain(items[0]?.getAttribute('aria-setsize'))
  await waitFor(() => expect(items[0]?.getAttribute('aria-setsize')).toBe('2000'), { timeout: 10_000 })
  expect(await screen.findByText('۲٬۰۰۰ عنوان')).toBeDefined()
})

test('an item leads to its title, by the address that the router would write', async () => {
  const [card] = await saveSome(1)
  const { person, here, router } = await openApp('/user/watchlist')
  for (const slug of ['the-godfather', 'پدر خوانده', 'a b?#%&+=;:@,$!', "d'arc_(1999)*~", '💣']) {
    const way = titleLink({ id: 7, path: `/titles/7/${encodeURIComponent(slug)}` })
    expect(hrefOf(way)).toBe(router.buildLocation(way).publicHref)
  }
  await person.click(within(await list()).getByRole('link'))
  await waitFor(() => expect(decodeURI(here())).toBe(decodeURI(card?.path ?? '')))
})
