import { Dexie, type IntervalTree, type Table } from 'dexie'
import * as v from 'valibot'
import { PersonCard } from '#contract/people.ts'
import { imdbIdIn } from '#contract/requests.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { cachedCardByImdb } from '#data/areas/cardCache.ts'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import { type Packed, RecordPages } from '#data/lists/recordPages.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { createSearchIndex } from './searchIndex.ts'
import { timeSlices } from './timeSlices.ts'

const titles = createDeviceSearch(device.cards, {
  indexed: ({ card }) => ({ names: [card.titleFa, card.titleEn, ...(card.otherNames ?? [])], weight: card.votes }),
  card: ({ card }) => card,
  shape: TitleCard,
})

const people = createDeviceSearch(device.people, {
  indexed: ({ person }) => ({ names: [person.fullnameFa, person.fullnameEn], weight: person.popularity ?? 0 }),
  card: ({ person }) => person,
  shape: PersonCard,
})

/**
 * Searches the titles that this device has seen, best match first, with the ranking of the server, or finds one by its
 * IMDb id or link.
 */
export async function searchDeviceTitles(q: string, limit: number): Promise<TitleCard[]> {
  const imdb = imdbIdIn(q)
  if (imdb === undefined) return titles.search(q, limit)
  const card = await cachedCardByImdb(imdb)
  return card ? [card] : []
}

/** Searches the people that this device has seen. */
export function searchDevicePeople(q: string, limit: number): Promise<PersonCard[]> {
  return people.search(q, limit)
}

/** Builds the indexes ahead of the first keystroke: reading ten thousand names takes a moment. */
export async function prepareDeviceSearch(): Promise<void> {
  await titles.prepare()
  await people.prepare()
}

/** Rows per database read: few enough that no frame is late. */
const ROWS_PER_READ = 200
/** Rows written up to this long before the last update are read again, in ms: a write may commit late. */
const OVERLAP = 10_000
/** Parsed cards to keep: with the next letter, mostly the same cards are found. */
const MAX_PARSED_CARDS = 300
/**
 * A frequent word, searched after indexing so that the search code is compiled and the most likely cards are parsed
 * before the first keystroke.
 */
const WARM_UP = { q: 'the', limit: 20 }

/**
 * Creates a search over one table of cards. Names are indexed and cards packed in memory, read once in slices. Commits
 * of any tab update them, so a keystroke needs no database read: reading the twenty rows that show takes as long as
 * everything else a keystroke does.
 */
function createDeviceSearch<Row extends { id: number; at: number }, Insertable, Card extends { id: number }>(
  table: Table<Row, number, Insertable>,
  source: {
    indexed(row: Row): { names: (string | undefined)[]; weight: number }
    card(row: Row): object
    shape: v.GenericSchema<unknown, Card>
  },
) {
  const index = createSearchIndex()
  const pages = new RecordPages()
  const packed = new Map<number, Packed<object>>()
  const cards = new Map<number, Card>()
  let isStale = true
  /** Ids changed since the last update; undefined when the ids are unknown. */
  let changed: Set<number> | undefined
  let lastUpdate = Number.POSITIVE_INFINITY
  let updating: Promise<void> | undefined
  let isWatching = false

  function watchWrites() {
    if (isWatching) return
    isWatching = true
    const tablePart = `idb://${device.name}/${table.name}/`
    Dexie.on('storagemutated', (changes) => {
      const ids = changes[tablePart]
      if (!ids) return
      if (!isStale) changed = new Set()
      isStale = true
      if (changed && !addIds(ids, changed)) changed = undefined
    })
  }

  /** Updates one at a time; a write during an update causes another one. */
  async function prepare(): Promise<void> {
    watchWrites()
    while (isStale || updating) {
      updating ??= update().finally(() => {
        updating = undefined
      })
      await updating
    }
  }

  async function update() {
    const ids = changed
    changed = undefined
    isStale = false
    const startedAt = clock.now()
    try {
      if (ids) return await updateRows([...ids])
      // After the clock was set back, `at` does not tell which rows are new.
      await (startedAt < lastUpdate ? readAll() : readSince(lastUpdate - OVERLAP))
      if ((await table.count()) !== index.size) await reconcileIds()
      lastUpdate = startedAt
    } catch (failure) {
      isStale = true
      changed = undefined
      throw failure
    }
  }

  async function readAll() {
    const pause = timeSlices()
    let last = -1
    for (;;) {
      const rows = await table.where(':id').above(last).limit(ROWS_PER_READ).toArray()
      if (rows.length === 0) break
      for (const row of rows) {
        indexRow(row)
        last = row.id
        await pause()
      }
    }
    for (const _ of index.sortInSteps()) await pause()
    findCards(WARM_UP.q, WARM_UP.limit)
  }

  async function updateRows(ids: number[]) {
    const rows = await table.bulkGet(ids)
    for (const [at, id] of ids.entries()) {
      const row = rows[at]
      if (row) indexRow(row)
      else removeRow(id)
    }
  }

  async function readSince(since: number) {
    const pause = timeSlices()
    for (let read = 0; ; read += ROWS_PER_READ) {
      const rows = await table.where('at').aboveOrEqual(since).offset(read).limit(ROWS_PER_READ).toArray()
      for (const row of rows) {
        indexRow(row)
        await pause()
      }
      if (rows.length < ROWS_PER_READ) return
    }
  }

  async function reconcileIds() {
    const stored = new Set(await table.toCollection().primaryKeys())
    for (const id of [...index.ids()]) if (!stored.has(id)) removeRow(id)
    const unindexed = [...stored].filter((id) => !index.has(id))
    for (const row of await table.bulkGet(unindexed)) if (row) indexRow(row)
  }

  /** Indexes a row. An unreadable row is indexed under its id without names. */
  function indexRow(row: Row) {
    dropCard(row.id)
    const { names, weight } = readNames(row)
    index.put(row.id, names, weight)
  }

  function readNames(row: Row): { names: string[]; weight: number } {
    try {
      const { names, weight } = source.indexed(row)
      packed.set(row.id, pages.pack(source.card(row)))
      return { names: names.filter((name) => typeof name === 'string'), weight: Number(weight) || 0 }
    } catch (failure) {
      // A row of another app version may lack fields.
      ignoring('TypeError')(failure)
      return { names: [], weight: 0 }
    }
  }

  function removeRow(id: number) {
    dropCard(id)
    index.remove(id)
  }

  function dropCard(id: number) {
    packed.delete(id)
    cards.delete(id)
  }

  /** Returns undefined if the row does not parse. */
  function cardOf(id: number): Card | undefined {
    const known = cards.get(id)
    if (known) return known
    const read = v.safeParse(source.shape, packed.get(id)?.read())
    if (cards.size >= MAX_PARSED_CARDS) cards.clear()
    if (read.success) cards.set(id, read.output)
    return read.success ? read.output : undefined
  }

  const findCards = (q: string, limit: number) => index.find(q, limit).flatMap((id) => cardOf(id) ?? [])

  return {
    prepare,
    async search(q: string, limit: number): Promise<Card[]> {
      await prepare()
      return findCards(q, limit)
    },
  }
}

/** Adds the changed ids to `to`; returns false when Dexie reports a range instead of single ids. */
function addIds(tree: IntervalTree, to: Set<number>): boolean {
  if (!('from' in tree)) return true
  if (tree.from !== tree.to || typeof tree.from !== 'number') return false
  to.add(tree.from)
  return (!tree.l || addIds(tree.l, to)) && (!tree.r || addIds(tree.r, to))
}
