import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPosition } from '#data/areas/history.ts'
import { personalOf } from '#data/database/personalDatabase.ts'
import { endSession } from '#data/database/session.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, someCards, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member

beforeEach(async () => {
  device = await aDevice()
  member = await device.aMember()
})
afterEach(() => device.close())

const DAY = 86_400_000
const list = () => screen.findByRole('list', { name: 'دیده‌شده‌ها' })
const names = async () =>
  within(await list())
    .queryAllByRole('heading', { level: 3 })
    .map((name) => name.textContent)
const onServer = async () => (await member.get('/api/user/history?per_page=100')).json.data

/** Watched one day apart, the last of them today. */
async function watchSome(count: number) {
  const cards = await someCards(device.server, count)
  await personalOf(member.id).history.bulkPut(
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

test('what was watched stands day by day, last first, with how far it is and the way to the title', async () => {
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

test('what is taken off and put back is as it was, and the server hears nothing of it', async () => {
  device.goOffline()
  const watched = await watchSome(3)
  device.goOffline()
  const { person } = await openApp('/user/history')
  await list()
  await person.click(screen.getByRole('button', { name: `برداشتن «${watched[1]}» از تاریخچه` }))
  await waitFor(async () => expect(await names()).toEqual([watched[0], watched[2]]))
  await person.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  await waitFor(async () => expect(await names()).toEqual(watched))
  expect(await personalOf(member.id).outbox.count()).toBe(0)
  expect(within(await list()).getAllByRole('heading', { level: 2 })[1]?.textContent).toMatch(/^دیروز، /)
})

test('what is put back after its removal went out is said anew', async () => {
  const [card] = await someCards(device.server, 1)
  if (!card) throw new Error('the catalogue is empty')
  await setPosition({ titleId: card.id, card, position: 1800, duration: 6000, isLast: true })
  await drainOutbox()
  const { person } = await openApp('/user/history')
  await person.click(await screen.findByRole('button', { name: /^برداشتن/ }))
  await screen.findByText('هنوز چیزی ندیده‌اید')
  // Its wait is over.
  await personalOf(member.id).outbox.toCollection().modify({ nextAt: 0 })
  await drainOutbox()
  expect(await onServer()).toEqual([])
  await person.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  expect(await names()).toEqual([card.titleFa || card.titleEn])
  await drainOutbox()
  expect(await onServer()).toMatchObject([{ titleId: card.id, position: 1800 }])
})

test('the keyboard stays in its place when an item goes', async () => {
  device.goOffline()
  await watchSome(3)
  const { person } = await openApp('/user/history')
  within(await list())
    .getAllByRole('button')[1]
    ?.focus()
  await person.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('2'))
})

test('searching within finds at once, goes into the address, and can be taken back', async () => {
  device.goOffline()
  const watched = await watchSome(4)
  const { person, here } = await openApp('/user/history')
  const field = await screen.findByRole('searchbox', { name: 'جستجو در تاریخچه' })
  await person.type(field, watched[2] ?? '')
  await waitFor(async () => expect(await names()).toContain(watched[2]))
  await waitFor(() => expect(here()).toContain('q='))
  await person.clear(field)
  await person.type(field, 'چیزی که نیست')
  await screen.findByText('چیزی با این نام در تاریخچهٔ شما نیست.')
  await person.click(screen.getAllByRole('button', { name: 'پاک کردن جستجو' }).at(-1) ?? document.body)
  await waitFor(async () => expect(await names()).toHaveLength(4))
  await waitFor(() => expect(here()).toBe('/user/history'))
})

test('nothing watched, a history that has not come, and a guest are three screens', async () => {
  const first = await openApp('/user/history')
  expect(await screen.findByText('هنوز چیزی ندیده‌اید')).toBeDefined()
  first.close()
  await endSession()
  await device.signIn(await device.server.aUser())
  device.goOffline()
  await openApp('/user/history')
  expect(await screen.findByText('تاریخچهٔ شما هنوز روی این دستگاه نیست')).toBeDefined()
  await endSession()
  expect(await screen.findByText('تاریخچهٔ شما پشت همین پرده است')).toBeDefined()
})

test('of thousands only what the window shows is there, each with its place', async () => {
  const [card] = await someCards(device.server, 1)
  if (!card) throw new Error('the catalogue is empty')
  device.goOffline()
  await personalOf(member.id).history.bulkPut(
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

  // Who is on an item with the keyboard stays on it when the window has left it behind.
  const held = within(await list()).getAllByRole('button')[0]
  act(() => held?.focus())
  const places = () => within(screen.getByRole('list', { name: 'دیده‌شده‌ها' })).getAllByRole('listitem')
  const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(90_000)
  fireEvent.scroll(window)
  await waitFor(() => expect(Number(places()[1]?.getAttribute('aria-posinset'))).toBeGreaterThan(100))
  expect(document.activeElement).toBe(held)
  expect(places()[0]?.getAttribute('aria-posinset')).toBe('1')
  // What a fling brings has its place at once, and all it has as soon as there is time.
  const come = within(places()[1] ?? document.body)
  await waitFor(() => expect(come.getByRole('heading', { level: 3 }).textContent).not.toBe(''))
  await waitFor(() => expect(come.getByRole('button')).toBeDefined())
  act(() => held?.blur())
  await waitFor(() => expect(places()[0]?.getAttribute('aria-posinset')).not.toBe('1'))
  scrolled.mockRestore()
})
