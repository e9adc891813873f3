import { Dexie, type IntervalTree, type Table } from 'dexie'
import * as v from 'valibot'
import { PersonCard } from '#contract/people.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import { Packed } from '#data/lists/packedRecord.ts'
import { clock } from '#data/platform/clock.ts'
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

/** Titles this device has seen that answer the query, best first: found and ranked as by the server. */
export function searchDeviceTitles(q: string, most: number): Promise<TitleCard[]> {
  return titles.search(q, most)
}

/** The same for people. */
export function searchDevicePeople(q: string, most: number): Promise<PersonCard[]> {
  return people.search(q, most)
}

/** Before the first key is pressed: reading ten thousand names takes a moment. */
export async function prepareDeviceSearch(): Promise<void> {
  await titles.prepare()
  await people.prepare()
}

/** Rows that are read at a time: few enough that no frame is late. */
const ROWS = 200
/** What was noted this long before the last look, in ms, is looked at again: a write may take its time. */
const OVERLAP = 10_000
/** Cards that stay read: with the next letter mostly the same ones show again. */
const CARDS = 300
/** A frequent word: with it what a key runs through is compiled, and the cards that show most are read, before the first key. */
const REHEARSAL = { q: 'the', most: 20 }

/**
 * A table of what this device has seen, with its names in memory and its cards packed beside them: read once, in slices,
 * and then kept up with what is learnt and forgotten, here or in another tab, so that a key asks the database for nothing.
 * To read the twenty rows that show takes as long as all else that a key does.
 */
function createDeviceSearch<Row extends { id: number; at: number }, Written, Card extends { id: number }>(
  table: Table<Row, number, Written>,
  of: {
    indexed(row: Row): { names: (string | undefined)[]; weight: number }
    card(row: Row): object
    shape: v.GenericSchema<unknown, Card>
  },
) {
  const index = createSearchIndex()
  const packed = new Map<number, Packed<object>>()
  const cards = new Map<number, Card>()
  let isStale = true
  /** What changed since the last look, by its ids; `undefined`: who knows what. */
  let changed: Set<number> | undefined
  let lastLook = Number.POSITIVE_INFINITY
  let looking: Promise<void> | undefined
  let isWatched = false

  function watch() {
    if (isWatched) return
    isWatched = true
    const part = `idb://${device.name}/${table.name}/`
    Dexie.on('storagemutated', (parts) => {
      const ids = parts[part]
      if (!ids) return
      if (!isStale) changed = new Set()
      isStale = true
      if (changed && !addIds(ids, changed)) changed = undefined
    })
  }

  /** One look at a time; what is written while it lasts makes another. */
  async function prepare(): Promise<void> {
    watch()
    while (isStale || looking) {
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
    }
  }

  async function look() {
    const ids = changed
    changed = undefined
    isStale = false
    const now = clock.now()
    try {
      if (ids) return await readThese([...ids])
      // A clock that was set back since says nothing about what is new.
      await (now < lastLook ? readAll() : readSince(lastLook - OVERLAP))
      if ((await table.count()) !== index.size) await forgetGone()
      lastLook = now
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
      const rows = await table.where(':id').above(last).limit(ROWS).toArray()
      if (rows.length === 0) break
      for (const row of rows) {
        learn(row)
        last = row.id
        await pause()
      }
    }
    for (const _ of index.sortInSteps()) await pause()
    found(REHEARSAL.q, REHEARSAL.most)
  }

  async function readThese(ids: number[]) {
    const rows = await table.bulkGet(ids)
    for (const [at, id] of ids.entries()) {
      const row = rows[at]
      if (row) learn(row)
      else forget(id)
    }
  }

  async function readSince(moment: number) {
    const pause = timeSlices()
    for (let read = 0; ; read += ROWS) {
      const rows = await table.where('at').aboveOrEqual(moment).offset(read).limit(ROWS).toArray()
      for (const row of rows) {
        learn(row)
        await pause()
      }
      if (rows.length < ROWS) return
    }
  }

  async function forgetGone() {
    const kept = new Set(await table.toCollection().primaryKeys())
    for (const id of [...index.ids()]) if (!kept.has(id)) forget(id)
    const unknown = [...kept].filter((id) => !index.has(id))
    for (const row of await table.bulkGet(unknown)) if (row) learn(row)
  }

  /** What nobody can read has no names, and is in the index under its number alone. */
  function learn(row: Row) {
    forgetCard(row.id)
    const { names, weight } = readNames(row)
    index.put(row.id, names, weight)
  }

  function readNames(row: Row): { names: string[]; weight: number } {
    try {
      const { names, weight } = of.indexed(row)
      packed.set(row.id, Packed.of(of.card(row)))
      return { names: names.filter((name) => typeof name === 'string'), weight: Number(weight) || 0 }
    } catch {
      return { names: [], weight: 0 }
    }
  }

  function forget(id: number) {
    forgetCard(id)
    index.remove(id)
  }

  function forgetCard(id: number) {
    packed.delete(id)
    cards.delete(id)
  }

  /** Nothing of a row that cannot be read. */
  function cardOf(id: number): Card | undefined {
    const known = cards.get(id)
    if (known) return known
    const read = v.safeParse(of.shape, packed.get(id)?.read())
    if (cards.size >= CARDS) cards.clear()
    if (read.success) cards.set(id, read.output)
    return read.success ? read.output : undefined
  }

  const found = (q: string, most: number) => index.find(q, most).flatMap((id) => cardOf(id) ?? [])

  return {
    prepare,
    async search(q: string, most: number): Promise<Card[]> {
      await prepare()
      return found(q, most)
    },
  }
}

/** Dexie tells single ids of a few changed rows, and of many that it may be any. Whether these are all. */
function addIds(tree: IntervalTree, to: Set<number>): boolean {
  if (!('from' in tree)) return true
  if (tree.from !== tree.to || typeof tree.from !== 'number') return false
  to.add(tree.from)
  return (!tree.l || addIds(tree.l, to)) && (!tree.r || addIds(tree.r, to))
}
