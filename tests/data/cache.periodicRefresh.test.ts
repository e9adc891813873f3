import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { refreshOfflineCopies } from '#data/areas/backgroundRefresh.ts'
import { collections } from '#data/areas/collections.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { genreTiles } from '#data/areas/genres.ts'
import { comingSoon, title } from '#data/areas/titles.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { storeDataSaver } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'

const YEAR = 365 * 86_400_000
const soon = comingSoon({ type: 'all', page: 1 })

let device: TestDevice
let cards: TitleCard[]
beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
  cards = await popularCards(device.server, 3)
  for (const card of cards) await setSaved({ titleId: card.id, saved: true, card })
  await drainOutbox()
  await watchlistPull.refresh(await personalDatabase(), {})
  device.sent.length = 0
})
afterEach(() => device.close())

const run = () => refreshOfflineCopies(new AbortController().signal)
const isDone = async () => (await database.meta.get('freshenedAt')) !== undefined
const callsFor = (id: number) => device.sent.filter((line) => line === `GET /api/titles/${id}`).length
const cachedIds = async () => {
  const found = await Promise.all(cards.map(({ id }) => title(id).look()))
  return cards.filter((_, at) => found[at]).map(({ id }) => id)
}

test.each([404, 410, 500])(
  'refreshes the other titles and the lists of the menu when a saved title fails with status %i',
  async (status) => {
    const [, gone] = cards
    device.network = (path) =>
      path === `/api/titles/${gone?.id}` ? Response.json({ message: 'نیست', code: 'not_found' }, { status }) : undefined
    await run()
    expect(await cachedIds()).toEqual(cards.filter((card) => card !== gone).map(({ id }) => id))
    for (const read of [soon, genreTiles(), collections()]) expect(await read.look()).toBeDefined()
    expect(await isDone()).toBe(true)
  },
)

test('refreshes titles when a list is refused', async () => {
  device.network = (path) =>
    path.startsWith('/api/notifications') || path.startsWith('/api/user/')
      ? Response.json({ message: '', code: 'forbidden' }, { status: 403 })
      : undefined
  await run()
  expect(await cachedIds()).toHaveLength(3)
  expect(await isDone()).toBe(true)
})

test('stops when the network is lost and starts again next time', async () => {
  device.network = (path) => {
    if (!/^\/api\/titles\/\d+$/.test(path)) return undefined
    throw new TypeError('Failed to fetch')
  }
  await run()
  expect(device.sent.filter((line) => /^GET \/api\/titles\/\d+$/.test(line))).toHaveLength(1)
  expect(await isDone()).toBe(false)
  device.goOnline()
  await run()
  expect(await cachedIds()).toHaveLength(3)
  expect(await isDone()).toBe(true)
})

test.each([true, false])(
  'is not marked as done when the server was never reached (data saving: %s)',
  async (isSavingData) => {
    await storeDataSaver(isSavingData)
    device.goOffline()
    await run()
    expect(await isDone()).toBe(false)
    device.network = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })
    await run()
    expect(await isDone()).toBe(false)
    device.goOnline()
    await run()
    expect(await isDone()).toBe(true)
  },
)

test('refetches a title that was cached before the clock was set back', async () => {
  await run()
  const [{ id } = { id: 0 }] = cards
  await database.titles.update(String(id), { at: clock.now() + YEAR })
  await database.meta.delete('freshenedAt')
  device.sent.length = 0
  await run()
  expect(callsFor(id)).toBe(1)
})
