import * as v from 'valibot'
import { PersonCard } from '#contract/people.ts'
import { fold } from '#contract/persian.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { clock } from './clock.ts'
import { device } from './device.ts'

interface Indexed<Card> {
  card: Card
  names: string[]
  weight: number
}
interface Index<Card> {
  stamp: string
  entries: Indexed<Card>[]
}

let titleIndex: Index<TitleCard> | undefined
let personIndex: Index<PersonCard> | undefined

/** Titles this device has seen that answer the query, best first; Persian-aware as the server's search. */
export async function searchSeenTitles(q: string, most: number): Promise<TitleCard[]> {
  const stamp = await stampOf(device.cards)
  if (titleIndex?.stamp !== stamp) {
    const entries = (await device.cards.toArray()).flatMap(({ card }) => {
      const read = v.safeParse(TitleCard, card)
      if (!read.success) return []
      const { titleFa, titleEn, votes } = read.output
      return [{ card: read.output, names: [fold(titleFa), fold(titleEn)], weight: votes }]
    })
    titleIndex = { stamp, entries }
  }
  return best(titleIndex.entries, q, most)
}

/** People this device has seen that answer the query, best first. */
export async function searchSeenPeople(q: string, most: number): Promise<PersonCard[]> {
  const stamp = await stampOf(device.people)
  if (personIndex?.stamp !== stamp) {
    const entries = (await device.people.toArray()).flatMap(({ person }) => {
      const read = v.safeParse(PersonCard, person)
      if (!read.success) return []
      const { fullnameFa, fullnameEn } = read.output
      return [{ card: read.output, names: [fold(fullnameFa), fold(fullnameEn)], weight: 0 }]
    })
    personIndex = { stamp, entries }
  }
  return best(personIndex.entries, q, most)
}

/** Changes whenever something is learnt or forgotten: reading the whole table for each key pressed would be felt. */
async function stampOf(table: typeof device.cards | typeof device.people): Promise<string> {
  const [count, newest] = await Promise.all([table.count(), table.orderBy('at').last()])
  return `${count}:${newest?.at ?? 0}`
}

/** Exact name first, then names that begin with the query, then those with a word that does, then by weight. */
function best<Card>(entries: Indexed<Card>[], q: string, most: number): Card[] {
  const query = fold(q)
  if (query === '') return []
  const parts = query.split(' ')
  return entries
    .map((entry) => ({ entry, rank: Math.min(...entry.names.map((name) => rankOf(name, query, parts))) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank || other.entry.weight - one.entry.weight)
    .slice(0, most)
    .map(({ entry }) => entry.card)
}

const NO_MATCH = 9

function rankOf(name: string, query: string, parts: string[]): number {
  if (name === query) return 0
  if (name.startsWith(query)) return 1
  const padded = ` ${name}`
  if (padded.includes(` ${query}`)) return 2
  if (parts.every((part) => padded.includes(` ${part}`))) return 3
  // Persian writes many a compound in one word, two, or with a half-space between.
  if (name.replaceAll(' ', '').startsWith(query.replaceAll(' ', ''))) return 4
  return NO_MATCH
}

const RECENT = 8

export async function recentSearches(): Promise<string[]> {
  const recent = await device.searches.orderBy('at').reverse().limit(RECENT).toArray()
  return recent.map(({ text }) => text)
}

export async function rememberSearch(text: string) {
  await device.searches.put({ text, at: clock.now() })
  const old = await device.searches.orderBy('at').reverse().offset(RECENT).primaryKeys()
  await device.searches.bulkDelete(old)
}

export async function forgetSearches() {
  await device.searches.clear()
}
