import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { importRows } from '#data/areas/imports.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { deleteSurplusRows, evictExpired } from '#data/database/evictExpired.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { quarantine } from '#data/database/quarantine.ts'
import { clock } from '#data/platform/clock.ts'
import { recentSearches, rememberSearch } from '#data/search/recentSearches.ts'
import { createDevice, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

/** Part of a year that passes: `npm run test:year` runs a whole one. */
const YEAR = Number(process.env.YEAR ?? 0.02)
const DAYS = 365
const DAY = 86_400_000
vi.setConfig({ testTimeout: 60_000 + YEAR * 1_800_000 })

let device: TestDevice
let member: Member
let cards: TitleCard[]
/** Difference of the device clock to the real one, in ms. */
let skew = 0

beforeEach(async () => {
  skew = 0
  const { now } = Date
  vi.spyOn(clock, 'now').mockImplementation(() => now() + skew)
  device = await createDevice()
  cards = await popularCards(device.server, 12)
  member = await device.registerMember()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
})

/** Cached rows of the titles that a user opens on one day: 10,000 in a year, with three answers each. */
async function seeTitles(day: number) {
  const at = clock.now()
  const ids = Array.from({ length: 28 }, (_, index) => day * 28 + index + 1)
  const [card] = cards
  if (!card) throw new Error('no cards')
  await deviceDatabase.titles.bulkPut(ids.map((id) => ({ key: String(id), id, title: {} as never, at })))
  await deviceDatabase.cards.bulkPut(ids.map((id) => ({ id, card: { ...card, id, imdb: null }, at })))
  await deviceDatabase.people.bulkPut(ids.map((id) => ({ id, person: {} as never, at })))
  await deviceDatabase.answers.bulkPut(
    ids.flatMap((id) => [1, 2, 3].map((part) => ({ key: `["titles",${id},${part}]`, data: {}, at }))),
  )
}

const rowCounts = async (tables: readonly { name: string; count: () => PromiseLike<number> }[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table.name, await table.count()] as const)))

test('a year of use leaves a bounded number of rows and loses nothing', async () => {
  const database = await personalDatabase()
  const days = Math.ceil(DAYS * Math.max(YEAR, 0.2))
  const perDay = Math.ceil((20_000 / DAYS) * YEAR)
  const saved = new Map<number, boolean>()
  for (let day = 0; day < days; day++) {
    skew += DAY
    // Daylight saving time, an hour forth and back, and a clock that is a year ahead for one start.
    if (day % 180 === 30) skew += 3_600_000
    if (day % 180 === 60) skew -= 3_600_000
    if (day % 90 === 45) skew += 365 * DAY
    if (day % 90 === 46) skew -= 366 * DAY
    await seeTitles(day)
    await rememberSearch(`search ${day}`)
    for (let tap = 0; tap < perDay; tap++) {
      const card = cards[(day * perDay + tap) % cards.length]
      if (!card) throw new Error('no cards')
      const isSaved = !saved.get(card.id)
      saved.set(card.id, isSaved)
      await setSaved({ titleId: card.id, saved: isSaved, card })
      if (tap % 5 === 0) await setLiked({ titleId: card.id, liked: isSaved, name: card.titleFa })
    }
    if (day % 7 === 0) await drainOutbox()
    // What a start does.
    await evictExpired()
    await deleteSurplusRows(database)
  }
  await database.outbox.toCollection().modify({ nextAt: 0 })
  await drainOutbox()

  expect(await savedOnServer(member)).toEqual(
    [...saved].flatMap(([id, isSaved]) => (isSaved ? [id] : [])).toSorted((one, other) => one - other),
  )
  const seen = await rowCounts(deviceDatabase.tables)
  // A month of titles, and those of the day on which the clock was ahead.
  for (const [name, most] of Object.entries({
    titles: 32 * 28,
    cards: 32 * 28 + 12,
    people: 32 * 28,
    answers: 96 * 28,
  }))
    expect(seen[name], name).toBeLessThanOrEqual(most)
  expect(seen.searches).toBe(8)
  expect(await recentSearches()).toHaveLength(8)
  expect(seen.meta).toBeLessThanOrEqual(12)
  const own = await rowCounts(database.tables)
  expect(own.outbox).toBe(0)
  expect(own.journal).toBeLessThanOrEqual(551)
  expect(own.watchlist).toBeLessThanOrEqual(cards.length)
  expect(own.likes).toBeLessThanOrEqual(cards.length)
  expect(own.meta).toBeLessThanOrEqual(20)
})

test('keeps the newest quarantined rows and import reports', async () => {
  const database = await personalDatabase()
  for (let index = 0; index < 12; index++) {
    skew += 1_000
    await database.transaction('rw', database.outbox, database.aside, database.journal, () =>
      quarantine(database, database.outbox, index, { index }, 'no schema accepts it'),
    )
  }
  await database.aside.bulkAdd(
    Array.from({ length: 600 }, (_, index) => ({ at: index, from: 'outbox', why: 'old', raw: index })),
  )
  await database.reports.bulkPut(
    Array.from({ length: 1_200 }, (_, index) => ({
      ...{ key: `report ${index}`, importId: 'old', name: 'old', list: 'watchlist' as const },
      ...{ at: index, rows: 1, saved: 1, missing: [] },
    })),
  )
  await importRows({ importId: 'new', name: 'new', rows: [{ imdb: null, name: 'x', year: 1990 }], known: [] })
  await drainOutbox()
  await deleteSurplusRows(database)
  expect(await rowCounts([database.aside, database.reports])).toEqual({ aside: 500, reports: 1_000 })
  expect((await database.aside.orderBy('at').reverse().limit(12).toArray()).every(({ why }) => why !== 'old')).toBe(
    true,
  )
  expect((await database.reports.toArray()).some(({ importId }) => importId === 'new')).toBe(true)
})
