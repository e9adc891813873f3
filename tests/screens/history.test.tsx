import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { openApp } from '#tests/harness/app.tsx'
import { popularCard, popularCards } from '#tests/harness/device.ts'
import { expectListStates } from '#tests/harness/fixtures/listStates.ts'
import { device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

const DAY = 86_400_000
const list = () => screen.findByRole('list', { name: 'دیده‌شده‌ها' })
const names = async () =>
  within(await list())
    .queryAllByRole('heading', { level: 3 })
    .map((name) => name.textContent)
const onServer = async () => (await member.get('/api/user/history?per_page=100')).json.data

/** Rows watched one day apart, the newest today. */
async function watchSome(count: number) {
  const cards = await popularCards(device.server, count)
  await openPersonalDatabase(member.id).history.bulkPut(
    cards.map((card, at) => ({
      titleId: card.id,
      version: 0,
      title: card,
      fileId: null,
      episodeId: null,
      position: 1800,
      duration: 6000,
      watchedAt: new Date(Date.now() - at * DAY).toISOString(),
      episodes: [],
    })),
  )
  return cards.map((card) => card.titleFa || card.titleEn)
}

test('lists watched titles by day, newest first, with progress and links', async () => {
  device.goOffline()
  const watched = await watchSome(3)
  await openApp('/user/history')
  expect(await names()).toEqual(watched)
  const days = within(await list()).getAllByRole('heading', { level: 2 })
  expect(days).toHaveLength(3)
  expect(days[0]?.textContent).toMatch(/^امروز، /)
  expect(days[1]?.textContent).toMatch(/^دیروز، /)
  expect(within(await list()).getAllByText('۳۰٪ دیده شده')).toHaveLength(3)
  expect(within(await list()).getAllByText(/۷۰ دقیقه مانده/)).toHaveLength(3)
  expect(
    within(await list())
      .getAllByRole('link')[0]
      ?.getAttribute('href'),
  ).toMatch(/^\/titles\//)
})

test('restores a removed title without any request to the server', async () => {
  device.goOffline()
  const watched = await watchSome(3)
  device.goOffline()
  const { user } = await openApp('/user/history')
  await list()
  await user.click(screen.getByRole('button', { name: `حذف «${watched[1]}» از تاریخچه` }))
  await waitFor(async () => expect(await names()).toEqual([watched[0], watched[2]]))
  await user.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  await waitFor(async () => expect(await names()).toEqual(watched))
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(0)
  expect(within(await list()).getAllByRole('heading', { level: 2 })[1]?.textContent).toMatch(/^دیروز، /)
})

test('sends a restored title again after its removal was sent', async () => {
  const card = await popularCard(device.server)
  await setPosition({ titleId: card.id, card, position: 1800, duration: 6000, isLast: true })
  await drainOutbox()
  const { user } = await openApp('/user/history')
  await user.click(await screen.findByRole('button', { name: /^حذف/ }))
  await screen.findByText('هنوز چیزی ندیده‌اید')
  // Makes the delayed removal due.
  await openPersonalDatabase(member.id).outbox.toCollection().modify({ nextAt: 0 })
  await drainOutbox()
  expect(await onServer()).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  expect(await names()).toEqual([card.titleFa || card.titleEn])
  await drainOutbox()
  expect(await onServer()).toMatchObject([{ titleId: card.id, position: 1800 }])
})

test('moves the focus to the next item when the focused one is removed', async () => {
  device.goOffline()
  await watchSome(3)
  const { user } = await openApp('/user/history')
  within(await list())
    .getAllByRole('button')[1]
    ?.focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('2'))
})

test('filters the list while typing, keeps the query in the address and clears it', async () => {
  device.goOffline()
  const watched = await watchSome(4)
  const { user, currentHref } = await openApp('/user/history')
  const field = await screen.findByRole('searchbox', { name: 'جستجو در تاریخچه' })
  await user.type(field, watched[2] ?? '')
  await waitFor(async () => expect(await names()).toContain(watched[2]))
  await waitFor(() => expect(currentHref()).toContain('q='))
  await user.clear(field)
  await user.type(field, 'چیزی که نیست')
  await screen.findByText('چیزی با این نام در تاریخچهٔ شما نیست.')
  await user.click(screen.getAllByRole('button', { name: 'پاک کردن جستجو' }).at(-1) ?? document.body)
  await waitFor(async () => expect(await names()).toHaveLength(4))
  await waitFor(() => expect(currentHref()).toBe('/user/history'))
})

test('tells apart an empty history, one that was never loaded, and a guest', async () => {
  await expectListStates(device, '/user/history', {
    empty: 'هنوز چیزی ندیده‌اید',
    neverLoaded: 'تاریخچهٔ شما هنوز روی این دستگاه نیست',
    guest: 'تاریخچهٔ شما پشت همین پرده است',
  })
})

test('renders only the visible items of a long list, each with its position', async () => {
  const card = await popularCard(device.server)
  device.goOffline()
  await openPersonalDatabase(member.id).history.bulkPut(
    Array.from({ length: 2000 }, (_, at) => ({
      titleId: at + 1,
      version: at + 1,
      title: { ...card, id: at + 1 },
      ...{ fileId: null, episodeId: null, position: 60, duration: 6000, episodes: [] },
      watchedAt: new Date(Date.now() - at * 7_200_000).toISOString(),
    })),
  )
  await openApp('/user/history')
  const items = within(await list()).getAllByRole('listitem')
  expect(items.length).toBeLessThan(60)
  expect(items[0]?.getAttribute('aria-posinset')).toBe('1')
  await waitFor(() => expect(items[0]?.getAttribute('aria-setsize')).toBe('2000'), { timeout: 10_000 })

  // The focused item stays rendered after it has left the window.
  const focused = within(await list()).getAllByRole('button')[0]
  act(() => focused?.focus())
  const renderedItems = () => within(screen.getByRole('list', { name: 'دیده‌شده‌ها' })).getAllByRole('listitem')
  const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(90_000)
  fireEvent.scroll(window)
  await waitFor(() => expect(Number(renderedItems()[1]?.getAttribute('aria-posinset'))).toBeGreaterThan(100))
  expect(document.activeElement).toBe(focused)
  expect(renderedItems()[0]?.getAttribute('aria-posinset')).toBe('1')
  // After a fast scroll, items first get their position and then their content.
  const arrived = within(renderedItems()[1] ?? document.body)
  await waitFor(() => expect(arrived.getByRole('heading', { level: 3 }).textContent).not.toBe(''))
  await waitFor(() => expect(arrived.getByRole('button')).toBeDefined())
  act(() => focused?.blur())
  await waitFor(() => expect(renderedItems()[0]?.getAttribute('aria-posinset')).not.toBe('1'))
  scrolled.mockRestore()
})
