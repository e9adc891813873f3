import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox, startDrainer } from '#data/areas/drain.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { endSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { hrefOf } from '#parts/navigation/useIntentPrefetch.ts'
import { openApp } from '#tests/harness/app.tsx'
import { popularCard, popularCards, savedOnServer } from '#tests/harness/device.ts'
import { device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()
afterEach(() => {
  clock.now = Date.now
})

async function saveSome(count: number): Promise<TitleCard[]> {
  const cards = await popularCards(device.server, count)
  // In sequence, since the list is ordered by the time of saving.
  for (const card of cards) await setSaved({ titleId: card.id, saved: true, card })
  return cards
}
const list = () => screen.findByRole('list', { name: 'عنوان‌های ذخیره‌شده' })
const names = async () =>
  within(await list())
    .queryAllByRole('heading', { level: 3 })
    .map((name) => name.textContent)
const nameOf = (card: TitleCard | undefined) => card?.titleFa || card?.titleEn || ''

test('shows the empty state of a list without titles', async () => {
  await openApp('/user/watchlist')
  expect(await screen.findByText('هنوز چیزی ذخیره نکرده‌اید')).toBeDefined()
  expect(screen.getByRole('link', { name: 'مرور فیلم‌ها' })).toBeDefined()
})

test('does not show the empty state before the list was loaded', async () => {
  device.goOffline()
  const { user } = await openApp('/user/watchlist')
  expect(await screen.findByText('فهرست شما هنوز روی این دستگاه نیست')).toBeDefined()
  expect(screen.queryByText('هنوز چیزی ذخیره نکرده‌اید')).toBeNull()
  device.goOnline()
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByText('هنوز چیزی ذخیره نکرده‌اید')).toBeDefined()
})

test("shows the server's message when it refuses the list", async () => {
  device.network = (path) =>
    path.startsWith('/api/user/watchlist')
      ? Response.json({ message: 'فعلاً نمی‌شود.', code: 'forbidden' }, { status: 403 })
      : undefined
  await openApp('/user/watchlist')
  expect(await screen.findByText('فعلاً نمی‌شود.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'تلاش دوباره' })).toBeDefined()
})

test('shows the guest screen after a sign-out in another tab', async () => {
  await openApp('/user/watchlist')
  await screen.findByText('هنوز چیزی ذخیره نکرده‌اید')
  await endSession()
  expect(await screen.findByText('فهرست شما پشت همین پرده است')).toBeDefined()
})

test('lists saved titles newest first while offline and marks pending ones', async () => {
  const third = (await popularCards(device.server, 3))[2]
  const [first] = await saveSome(1)
  await drainOutbox()
  device.goOffline()
  if (third) await setSaved({ titleId: third.id, saved: true, card: third })
  await openApp('/user/watchlist')
  expect(await names()).toEqual([nameOf(third), nameOf(first)])
  expect(within(await list()).getAllByText('در انتظار ارسال')).toHaveLength(1)
  // The list itself was never pulled.
  expect(await screen.findByText('آنچه روی این دستگاه مانده است')).toBeDefined()
})

test('shows while offline when the list was last pulled, not when the app was opened', async () => {
  await saveSome(1)
  await drainOutbox()
  await watchlistPull.refresh(openPersonalDatabase(member.id), {})
  device.goOffline()
  clock.now = () => Date.now() + 3 * 86_400_000
  const drainer = startDrainer({ onWaiting: () => undefined })
  await drainer.drain()
  drainer.stop()
  await openApp('/user/watchlist')
  expect(await screen.findByText('آخرین همگام‌سازی: ۳ روز پیش')).toBeDefined()
})

test('shows no age after the clock was set back', async () => {
  await saveSome(1)
  await drainOutbox()
  await watchlistPull.refresh(openPersonalDatabase(member.id), {})
  device.goOffline()
  clock.now = () => Date.now() - 365 * 86_400_000
  await openApp('/user/watchlist')
  expect(await screen.findByText('آنچه روی این دستگاه مانده است')).toBeDefined()
})

test('gives each item its position and the size of the list', async () => {
  await saveSome(3)
  await openApp('/user/watchlist')
  const items = within(await list()).getAllByRole('listitem')
  expect(items.map((item) => [item.getAttribute('aria-posinset'), item.getAttribute('aria-setsize')])).toEqual([
    ['1', '3'],
    ['2', '3'],
    ['3', '3'],
  ])
})

test('restores a removed title', async () => {
  await saveSome(2)
  await drainOutbox()
  const { user } = await openApp('/user/watchlist')
  const before = await names()
  const [newest] = within(await list()).getAllByRole('button', { name: 'ذخیره' })
  if (newest) await user.click(newest)
  await waitFor(async () => expect(await names()).toEqual(before.slice(1)))
  await user.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  await waitFor(async () => expect(await names()).toEqual(before))
  await drainOutbox()
  expect(await savedOnServer(member)).toHaveLength(2)
})

test('moves the focus to the next item when the focused one is removed', async () => {
  await saveSome(3)
  const { user } = await openApp('/user/watchlist')
  const buttons = within(await list()).getAllByRole('button', { name: 'ذخیره' })
  buttons[1]?.focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('2'))
})

test('filters the list while typing, keeps the query in the address and clears it', async () => {
  const cards = await saveSome(4)
  const { user, currentHref } = await openApp('/user/watchlist')
  const wanted = cards[2]
  await user.type(await screen.findByRole('searchbox', { name: 'جستجو در ذخیره‌شده‌ها' }), nameOf(wanted))
  await waitFor(async () => expect(await names()).toContain(nameOf(wanted)))
  await waitFor(() => expect(currentHref()).toContain('q='))

  await user.clear(screen.getByRole('searchbox', { name: 'جستجو در ذخیره‌شده‌ها' }))
  await user.type(screen.getByRole('searchbox', { name: 'جستجو در ذخیره‌شده‌ها' }), 'چیزی که نیست')
  await user.click(await screen.findByRole('button', { name: 'پاک کردن فیلترها' }))
  expect(await names()).toHaveLength(4)
  await waitFor(() => expect(currentHref()).toBe('/user/watchlist'))
})

test('reads type and order from the address and replaces invalid values', async () => {
  await saveSome(2)
  const { user, currentHref } = await openApp('/user/watchlist?type=Movie&sort=__proto__&q=')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'فیلم' })).checked).toBe(true)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'ترتیب' }).value).toBe('saved')
  await user.selectOptions(screen.getByRole('combobox', { name: 'ترتیب' }), 'name')
  await waitFor(() => expect(currentHref()).toBe('/user/watchlist?type=movie&sort=name'))
})

test('remembers the chosen layout on this device', async () => {
  await saveSome(1)
  const first = await openApp('/user/watchlist')
  await first.user.click(await screen.findByRole('radio', { name: 'فهرستی' }))
  first.close()
  await openApp('/user/watchlist')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'فهرستی' })).checked).toBe(true)
})

test('renders only the visible items of a long list', async () => {
  const card = await popularCard(device.server)
  await openPersonalDatabase(member.id).watchlist.bulkPut(
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
  // The list renders before its size is known.
  expect(['-1', '2000']).toContain(items[0]?.getAttribute('aria-setsize'))
  await waitFor(() => expect(items[0]?.getAttribute('aria-setsize')).toBe('2000'), { timeout: 10_000 })
  expect(await screen.findByText('۲٬۰۰۰ عنوان')).toBeDefined()
})

test('links each item to the address that the router would build', async () => {
  const [card] = await saveSome(1)
  const { user, currentHref, router } = await openApp('/user/watchlist')
  for (const slug of ['the-godfather', 'پدر خوانده', 'a b?#%&+=;:@,$!', "d'arc_(1999)*~", '💣']) {
    const link = titleLink({ id: 7, path: `/titles/7/${encodeURIComponent(slug)}` })
    expect(hrefOf(link)).toBe(router.buildLocation(link).publicHref)
  }
  await user.click(within(await list()).getByRole('link'))
  await waitFor(() => expect(decodeURI(currentHref())).toBe(decodeURI(card?.path ?? '')))
})
