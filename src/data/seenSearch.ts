import { Dexie, type IntervalTree, type Table } from 'dexie'
import * as v from 'valibot'
import { PersonCard } from '#contract/people.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { clock } from './clock.ts'
import { device } from './device.ts'
import { aSeenIndex } from './seenIndex.ts'
import { slices } from './slices.ts'

const titles = aSeenSearch(device.cards, {
  indexed: ({ card }) => ({ names: [card.titleFa, card.titleEn, ...(card.otherNames ?? [])], weight: card.votes }),
  read: ({ card }) => v.safeParse(TitleCard, card),
})

const people = aSeenSearch(device.people, {
  indexed: ({ person }) => ({ names: [person.fullnameFa, person.fullnameEn], weight: person.popularity ?? 0 }),
  read: ({ person }) => v.safeParse(PersonCard, person),
})

/** Titles this device has seen that answer the query, best first: found and ranked as by the server. */
export function searchSeenTitles(q: string, most: number): Promise<TitleCard[]> {
  return titles.search(q, most)
}

/** The same for people. */
export function searchSeenPeople(q: string, most: number): Promise<PersonCard[]> {
  return people.search(q, most)
}

/** Before the first key is pressed: reading ten thousand names takes a moment. */
export async function prepareSeenSearch(): Promise<void> {
  await titles.prepare()
  await people.prepare()
}

/** Rows that are read at a time: few enough that no frame is late. */
const ROWS = 200
/** So many of them are put in their places at a time: each time all words are gone through. */
const SETTLED = 1000
/** What was noted this long before the last look, in ms, is looked at again: a write may take its time. */
const OVERLAP = 10_000
/** Cards that stay read: with the next letter mostly the same ones show again. */
const CARDS = 300

/**
 * A table of what this device has seen, with its names in memory: read once, in slices, and then kept up with what is
 * learnt and forgotten, here or in another tab, so that a key asks the database for what it shows and for nothing else.
 */
function aSeenSearch<Row extends { id: number; at: number }, Written, Card>(
  table: Table<Row, number, Written>,
  of: {
    indexed(row: Row): { names: (string | undefined)[]; weight: number }
    read(row: Row): { success: true; output: Card } | { success: false }
  },
) {
  const index = aSeenIndex()
  const cards = new Map<number, Card | undefined>()
  let writes = 0
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
      writes++
      cards.clear()
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
    const pause = slices()
    let last = -1
    for (let read = 0; ; read += ROWS) {
      const rows = await table.where(':id').above(last).limit(ROWS).toArray()
      if (read % SETTLED === 0 || rows.length === 0) for (const _ of index.settling()) await pause()
      if (rows.length === 0) return
      for (const row of rows) {
        learn(row)
        last = row.id
        await pause()
      }
    }
  }

  async function readThese(ids: number[]) {
    const rows = await table.bulkGet(ids)
    for (const [at, id] of ids.entries()) {
      const row = rows[at]
      if (row) learn(row)
      else index.remove(id)
    }
  }

  async function readSince(moment: number) {
    const pause = slices()
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
    for (const id of [...index.ids()]) if (!kept.has(id)) index.remove(id)
    const unknown = [...kept].filter((id) => !index.has(id))
    for (const row of await table.bulkGet(unknown)) if (row) learn(row)
  }

  /** What nobody can read has no names, and is in the index under its number alone. */
  function learn(row: Row) {
    const { names, weight } = readNames(row)
    index.put(row.id, names, weight)
  }

  function readNames(row: Row): { names: string[]; weight: number } {
    try {
      const { names, weight } = of.indexed(row)
      return { names: names.filter((name) => typeof name === 'string'), weight: Number(weight) || 0 }
    } catch {
      return { names: [], weight: 0 }
    }
  }

  /** Those whose rows are there and can be read. */
  async function cardsOf(ids: number[]): Promise<Card[]> {
    const all = new Map(ids.map((id) => [id, cards.get(id)]))
    const asked = ids.filter((id) => !cards.has(id))
    if (asked.length > 0) {
      const before = writes
      for (const [at, row] of (await table.bulkGet(asked)).entries()) {
        const read = row && of.read(row)
        all.set(asked[at] ?? 0, read?.success ? read.output : undefined)
      }
      // What was written meanwhile may be newer.
      if (writes === before) keepCards(asked.map((id) => [id, all.get(id)]))
    }
    return [...all.values()].filter((card) => card !== undefined)
  }

  function keepCards(read: [number, Card | undefined][]) {
    if (cards.size + read.length > CARDS) cards.clear()
    for (const [id, card] of read) cards.set(id, card)
  }

  return {
    prepare,
    async search(q: string, most: number): Promise<Card[]> {
      await prepare()
      return cardsOf(index.find(q, most))
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
