import { RangeSet } from 'dexie'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { historyList, removeFromHistory, setPosition } from '#data/areas/history.ts'
import { importRows } from '#data/areas/imports.ts'
import { kindOf } from '#data/areas/kinds.ts'
import { setSaved, watchlist } from '#data/areas/watchlist.ts'
import { type Commit, changedKeys } from '#data/database/changedKeys.ts'
import { closePersonalDatabases, openPersonalDatabase, PersonalDatabase } from '#data/database/personalDatabase.ts'
import { CLIENT_ID } from '#data/database/personalName.ts'
import type { HistoryRow, WatchlistRow } from '#data/database/rows.ts'
import { beginSession } from '#data/database/session.ts'
import { LiveList } from '#data/lists/liveList.ts'
import { bySortKey, type ListDefinition, mergeChanges, readMergedList } from '#data/lists/mergedView.ts'
import { discardEntry, retryEntry } from '#data/sync/outbox.ts'
import { putNewer } from '#data/sync/pull.ts'

const USER_ID = 1
const here = openPersonalDatabase(USER_ID)
/** The same user's database in another tab. */
const elsewhere = new PersonalDatabase(USER_ID)

beforeAll(() =>
  beginSession('token', {
    ...{ id: USER_ID, name: 'کسی', email: null, telegram: null },
    ...{ newNotifications: false, subscription: null, createdAt: null },
  }),
)
afterAll(() => {
  elsewhere.close()
  closePersonalDatabases()
})

const cardOf = (id: number): TitleCard => ({
  ...{ id, path: `/titles/${id}/film`, imdb: null, type: 'movie', titleEn: `Film ${id}`, titleFa: `فیلم ${id}` },
  ...{ year: null, rating: null, votes: 0, isDubbed: false, hasSubtitle: false, poster: null, posterColor: null },
  ...{ genres: [], rottenTomatoes: null, updatedAt: '2026-01-01T00:00:00.000Z' },
})
/** Fewer moments than items, so equal moments must also have a stable order. */
const momentOf = (id: number, version: number) => new Date(1e12 + ((id * 7 + version) % 40) * 60_000).toISOString()
const savedRow = (id: number, version: number): WatchlistRow =>
  version % 5 === 4
    ? { titleId: id, version }
    : { titleId: id, version, title: cardOf(id), savedAt: momentOf(id, version) }
const watchedRow = (id: number, version: number): HistoryRow => ({
  ...{ titleId: id, version, title: cardOf(id), fileId: null, episodeId: null, episodes: [] },
  ...{ position: version, duration: 5000, watchedAt: momentOf(id, version) },
})
const ids = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at)

interface Context {
  database: PersonalDatabase
  /** Rises with every step. */
  version: number
}
type Step = (world: Context) => Promise<unknown>

/** The seq of a queued entry by its index, modulo the number of entries. */
async function entryOf({ outbox }: PersonalDatabase, nth: number) {
  const seqs = await outbox.orderBy('seq').primaryKeys()
  return seqs[nth % Math.max(1, seqs.length)] ?? 0
}
const titleId = fc.integer({ min: 1, max: 420 })
const nth = fc.nat(50)
const tables = ['watchlist', 'history', 'outbox', 'meta'] as const

const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(titleId, fc.boolean()).map(
    ([id, saved]): Step =>
      () =>
        setSaved({ titleId: id, saved, card: cardOf(id) }),
  ),
  fc.tuple(titleId, fc.nat(4000), fc.boolean()).map(
    ([id, position, isLast]): Step =>
      () =>
        setPosition({
          ...{
            titleId: id,
            card: cardOf(id),
            fileId: null,
            episodeId: null,
            position,
            duration: 5000,
            earlier: [],
            isLast,
          },
        }),
  ),
  titleId.map(
    (id): Step =>
      () =>
        removeFromHistory({ titleId: id, name: 'فیلم' }),
  ),
  fc.array(titleId, { minLength: 1, maxLength: 80 }).map(
    (list): Step =>
      async () => {
        const rows = list.map((id) => ({ imdb: null, name: `film ${id}`, year: null }))
        await importRows.many([{ importId: 'one', name: 'list.csv', rows, known: list.map(cardOf) }])
      },
  ),
  // Acknowledged: deletes the entry and writes its row in one transaction.
  nth.map(
    (at): Step =>
      ({ database, version }) =>
        database.transaction('rw', database.outbox, database.watchlist, database.history, async () => {
          const entry = await database.outbox.get(await entryOf(database, at))
          if (!entry) return
          await database.outbox.delete(entry.seq)
          const id = Number(entry.entity.split(':')[1])
          if (entry.entity.startsWith('watchlist:')) await database.watchlist.put(savedRow(id, version))
          if (entry.entity.startsWith('history:')) await database.history.put(watchedRow(id, version))
        }),
  ),
  nth.map(
    (at): Step =>
      async ({ database }) =>
        database.outbox.update(await entryOf(database, at), { status: 'sending', leaseUntil: 1, attempts: 1 }),
  ),
  nth.map(
    (at): Step =>
      async ({ database }) =>
        database.outbox.update(await entryOf(database, at), { status: 'failed' }),
  ),
  nth.map(
    (at): Step =>
      async ({ database }) =>
        retryEntry(database, await entryOf(database, at), kindOf),
  ),
  nth.map(
    (at): Step =>
      async ({ database }) =>
        discardEntry(database, await entryOf(database, at)),
  ),
  // A page of a pull with its cursor.
  fc.tuple(titleId, fc.integer({ min: 1, max: 90 })).map(
    ([from, count]): Step =>
      ({ database, version }) =>
        database.transaction('rw', database.watchlist, database.history, database.meta, async () => {
          const key = ({ titleId: id }: { titleId: number }) => id
          await putNewer(
            database.watchlist,
            ids(count, from).map((id) => savedRow(id, version)),
            key,
          )
          await putNewer(
            database.history,
            ids(count, from).map((id) => watchedRow(id, version)),
            key,
          )
          await database.meta.put({ key: 'cursor:watchlist', value: String(version) })
        }),
  ),
  // A snapshot replaces the table without a notification for each row.
  fc.integer({ min: 0, max: 400 }).map(
    (count): Step =>
      ({ database, version }) =>
        database.transaction('rw', database.watchlist, database.meta, async () => {
          await database.watchlist.clear()
          await database.watchlist.bulkPut(ids(count).map((id) => savedRow(id, version)))
          await database.meta.put({ key: 'cursor:watchlist', value: 'snapshot' })
        }),
  ),
  titleId.map(
    (id): Step =>
      ({ database }) =>
        database.watchlist.delete(id),
  ),
  // Signed out and in again in another tab: a new database with the same name.
  fc.constant<Step>(({ database }) =>
    database.transaction(
      'rw',
      tables.map((name) => database.table(name)),
      async () => {
        for (const name of tables) await database.table(name).clear()
        await database.meta.put({ key: CLIENT_ID, value: crypto.randomUUID() })
      },
    ),
  ),
  // Lets time pass, so that the list reads between the steps.
  fc.nat(3).map(
    (turns): Step =>
      async () => {
        for (let turn = 0; turn <= turns; turn++) await new Promise((next) => setTimeout(next))
      },
  ),
]

/** Subscribes to a list as a screen does and checks every update. */
function subscribeTo<Row extends { titleId: number }, Item extends { titleId: number }>(
  listing: ListDefinition<Row, Item>,
) {
  const list = new LiveList(listing, here)
  const stop = list.subscribe(() => {
    const snapshot = list.getSnapshot()
    if (typeof snapshot !== 'object') throw new Error(`the list is ${snapshot}`)
    expect(new Set(snapshot.items.map(({ titleId: id }) => id)).size).toBe(snapshot.items.length)
  })
  const settled = () =>
    vi.waitFor(
      async () =>
        expect(withGetters(list.getSnapshot())).toEqual(
          withGetters({ ...(await readMergedList(listing, here)), complete: true }),
        ),
      { interval: 2, timeout: 5_000 },
    )
  return { list, stop, settled }
}

/** Reads the getters of light items, which load their card only on access. */
function withGetters<Item>(snapshot: ReturnType<LiveList<never, Item>['getSnapshot']>) {
  if (typeof snapshot !== 'object') return snapshot
  return { ...snapshot, items: snapshot.items.map(readItem) }
}
const readItem = <Item>(item: Item) => {
  const { card, title } = item as { card?: TitleCard; title?: TitleCard }
  return { ...item, card, title }
}

test('equals a full read after any mutations in this tab and another', async () => {
  const anyStep = fc.record({ step: fc.oneof(...steps), isHere: fc.boolean() })
  const run = fc.record({
    rows: fc.constantFrom(0, 30, 400),
    steps: fc.array(anyStep, { minLength: 1, maxLength: 14 }),
  })
  await fc.assert(
    fc.asyncProperty(run, async ({ rows, steps: list }) => {
      for (const name of tables.slice(0, 3)) await here.table(name).clear()
      await here.watchlist.bulkPut(ids(rows).map((id) => savedRow(id, 0)))
      await here.history.bulkPut(ids(rows).map((id) => watchedRow(id, 0)))
      const [saved, watched] = [subscribeTo(watchlist), subscribeTo(historyList)]
      let version = 0
      for (const { step, isHere } of list) await step({ database: isHere ? here : elsewhere, version: ++version })
      await saved.settled()
      await watched.settled()
      saved.stop()
      watched.stop()
    }),
    { numRuns: 20, interruptAfterTimeLimit: 20_000 },
  )
})

test('shows the newest items first, equal to those of the complete list', async () => {
  await Promise.all(tables.slice(0, 3).map((name) => here.table(name).clear()))
  await here.watchlist.bulkPut(ids(400).map((id) => savedRow(id, 0)))
  await setSaved({ titleId: 7, saved: false, card: cardOf(7) })
  await setSaved({ titleId: 999, saved: true, card: cardOf(999) })
  const { list, stop, settled } = subscribeTo(watchlist)
  await vi.waitFor(() => expect(list.getSnapshot()).toMatchObject({ complete: false }), { interval: 0, timeout: 5_000 })
  const first = list.getSnapshot()
  if (typeof first !== 'object') throw new Error('no snapshot')
  await settled()
  const { items } = await readMergedList(watchlist, here)
  expect(first.items.length).toBeLessThan(70)
  expect(first.items.map(readItem)).toEqual(items.slice(0, first.items.length).map(readItem))
  stop()
})

test('reads only the changed row and keeps the other items identical', async () => {
  await Promise.all(tables.slice(0, 3).map((name) => here.table(name).clear()))
  await here.watchlist.bulkPut(ids(400).map((id) => savedRow(id, 0)))
  const { list, stop, settled } = subscribeTo(watchlist)
  await settled()
  const before = list.getSnapshot()
  const read: unknown[] = []
  here.watchlist.hook('reading', (row) => {
    read.push(row)
    return row
  })
  await setSaved({ titleId: 9, saved: false, card: cardOf(9) })
  await vi.waitFor(() => expect(list.getSnapshot()).not.toBe(before), { timeout: 5_000 })
  const after = list.getSnapshot()
  if (typeof before !== 'object' || typeof after !== 'object') throw new Error('no snapshot')
  // One read for coalescing and one for the list.
  expect(read.length).toBeLessThanOrEqual(2)
  expect(after.items).toHaveLength(399)
  const known = new Set(before.items)
  expect(after.items.every((item) => known.has(item))).toBe(true)
  stop()
})

test('shows the last items at once when subscribed again and catches up with missed changes', async () => {
  await Promise.all(tables.slice(0, 3).map((name) => here.table(name).clear()))
  await here.watchlist.bulkPut(ids(80).map((id) => savedRow(id, 0)))
  const { list, stop, settled } = subscribeTo(watchlist)
  await settled()
  stop()
  await elsewhere.watchlist.delete(9)
  expect(list.getSnapshot()).toMatchObject({ complete: true })
  const again = list.subscribe(() => undefined)
  expect(list.getSnapshot()).toMatchObject({ complete: true })
  await settled()
  again()
})

test('loads the complete list without pauses when a screen needs it at once', async () => {
  await Promise.all(tables.slice(0, 3).map((name) => here.table(name).clear()))
  await here.watchlist.bulkPut(ids(700).map((id) => savedRow(id, 0)))
  // The thread is never idle.
  const pause = vi.fn<() => number>()
  vi.stubGlobal('requestIdleCallback', pause)
  const list = new LiveList(watchlist, here)
  await list.whenComplete()
  expect(list.getSnapshot()).toMatchObject({ complete: true, items: { length: 700 } })
  await list.whenComplete()
  expect(pause).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test("reads changed keys from another tab's broadcast, as single keys or as a range", () => {
  const snapshot = (ranges: RangeSet): Commit => structuredClone({ 'idb://parde-user-1/outbox/': { ...ranges } })
  expect(changedKeys(snapshot(new RangeSet().addKeys([5, 3, 9, 4, 1])), 'parde-user-1', 'outbox').toString()).toMatch(
    /[13459,]{9}/,
  )
  expect(changedKeys(snapshot(new RangeSet(1, 9)), 'parde-user-1', 'outbox')).toBe('many')
  expect(changedKeys(snapshot(new RangeSet(-Infinity, 9)), 'parde-user-1', 'outbox')).toBe('many')
  expect(changedKeys(snapshot(new RangeSet().addKeys([5])), 'parde-user-1', 'watchlist')).toEqual([])
  expect(changedKeys({ all: new RangeSet(-Infinity, [[]]) }, 'parde-user-1', 'watchlist')).toBe('many')
})

test('merges changed, added and removed items in one pass', () => {
  const key = fc.integer({ min: 1, max: 60 })
  const item = fc
    .tuple(key, fc.constantFrom('1', '2', '3'))
    .map(([id, sortKey]) => ({ id, sortKey, item: sortKey + id }))
  const unique = { selector: ({ id }: { id: number }) => id }
  fc.assert(
    fc.property(fc.uniqueArray(item, unique), fc.uniqueArray(item, unique), fc.array(key), (all, added, removed) => {
      const before = all.toSorted(bySortKey)
      const changes = new Map([
        ...removed.map((id) => [id, undefined] as const),
        ...added.map((one) => [one.id, one] as const),
      ])
      const expected = [...before.filter(({ id }) => !changes.has(id)), ...added].toSorted(bySortKey)
      expect(mergeChanges(before, changes)).toEqual(expected)
    }),
  )
})
