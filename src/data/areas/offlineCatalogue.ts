import * as v from 'valibot'
import { COLLECTION_ORDERS, CollectionCard } from '#contract/collections.ts'
import type { Genre } from '#contract/genres.ts'
import { PERSON_ROLES, PersonCard, type PersonRole } from '#contract/people.ts'
import type { Plan } from '#contract/premium.ts'
import { TitleCard, type TitleOrder } from '#contract/titleCards.ts'
import { TitleSearch } from '#contract/titles.ts'
import { device } from '#data/database/device.ts'
import { type CollectionOrder, seenCollection } from './collections.ts'
import { genres } from './genres.ts'
import { plan } from './premium.ts'

/** What stands in an address behind its path; what is as usual is left out. */
interface Sight {
  order_by?: TitleOrder
  type?: 'movie' | 'series'
  q?: string
  is_dubbed?: 1
  genre?: number
  page?: number
}

/** A list with a name of its own, most of them of the main menu. */
export type ListName = 'home' | 'series' | 'dubbed' | 'categories' | 'collections' | 'comingSoon' | 'plans' | 'contact'

/**
 * Everything of the catalogue that opens here without a network, what was seen last first. Each by an address that was seen: the usual
 * sight of it, if that is among those. A title's versions and pictures are not listed: they stand on its page.
 */
export interface OfflineCatalogue {
  /** the first of them; there are `titleCount` */
  titles: TitleCard[]
  titleCount: number
  people: { person: PersonCard; role: PersonRole | undefined; search: Sight }[]
  collections: { collection: CollectionCard; search: CollectionSight }[]
  genres: { genre: Genre; search: Sight }[]
  lists: { name: ListName; search: Sight }[]
  /** what was searched for */
  searches: { q: string; search: Sight }[]
  /** those that no list that was seen leads to */
  plans: Plan[]
}

interface CollectionSight {
  order_by?: CollectionOrder
  page?: number
}

/** More people, or searches, than this nobody looks through. */
const PEOPLE = 60
const SEARCHES = 20

/** `most`: how many titles are wanted. Only what is shown is read; of the rest the keys are enough. */
export async function offlineCatalogue(most: number): Promise<OfflineCatalogue> {
  const [ids, keys] = await Promise.all([openedLast(), answeredLast()])
  const database = await device()
  const sights = keys.flatMap(sightOf)
  // Asked for without a role, a person is asked for again in the right one.
  const people = byId(
    keys.filter(([, , , search]) => recordOf(search).role !== undefined),
    'people',
    'show',
  ).slice(0, PEOPLE)
  const [cards, persons, collections] = await Promise.all([
    database.cards.bulkGet(ids.slice(0, most)),
    database.people.bulkGet(people.map(({ id }) => id)),
    Promise.all(idsOf(keys, 'collections', 'show').map(collectionAt)),
  ])
  const works = new Map(byId(keys, 'collections', 'titles').map(({ id, search }) => [id, search]))
  return {
    titles: cards.flatMap((kept) => parsed(TitleCard, kept?.card)),
    titleCount: ids.length,
    people: people.flatMap(({ search: { role, ...search } }, at) =>
      parsed(PersonCard, persons[at]?.person).map((person) => ({
        person,
        role: parsed(v.picklist(PERSON_ROLES), role)[0],
        search: titleSight(search),
      })),
    ),
    collections: collections.flatMap((collection) =>
      collection ? [{ collection, search: collectionSight(works.get(collection.id)) }] : [],
    ),
    genres: await genresOf(sights),
    lists: LISTS.flatMap(({ name, seen }) => {
      const search = usualOf(seen(sights, keys))
      return search ? [{ name, search }] : []
    }),
    searches: searchesOf(sights),
    plans: await plansOf(keys),
  }
}

type Key = readonly unknown[]

const LISTS: { name: ListName; seen: (sights: Sight[], keys: Key[]) => Sight[] }[] = [
  { name: 'home', seen: (sights) => sights.filter((one) => isBare(one) && !one.is_dubbed && one.type !== 'series') },
  { name: 'series', seen: (sights) => sights.filter((one) => isBare(one) && !one.is_dubbed && one.type === 'series') },
  { name: 'dubbed', seen: (sights) => sights.filter((one) => isBare(one) && one.is_dubbed) },
  { name: 'categories', seen: (_, keys) => listed(keys, 'genre-tiles') },
  { name: 'collections', seen: (_, keys) => listed(keys, 'collections') },
  {
    name: 'comingSoon',
    seen: (_, keys) =>
      keys.flatMap(([area, what, search]) =>
        area === 'titles' && what === 'comingsoon' ? [titleSight(recordOf(search))] : [],
      ),
  },
  { name: 'plans', seen: (_, keys) => listed(keys, 'plans') },
  { name: 'contact', seen: (_, keys) => listed(keys, 'contact') },
]

/** A list that has one sight only. */
function listed(keys: Key[], area: string): Sight[] {
  return keys.some(([one, what]) => one === area && what === undefined) ? [{}] : []
}

/** A sight of the catalogue that was asked for. */
function sightOf([area, what, search]: Key): Sight[] {
  return area === 'titles' && what === 'search' ? [titleSight(recordOf(search))] : []
}

const Asked = v.pick(TitleSearch, ['q', 'type', 'order_by', 'is_dubbed', 'genre', 'page'])

/** From what the server was asked; the order it has by itself is not said. */
function titleSight(asked: Record<string, unknown>): Sight {
  const { q, type, order_by, is_dubbed, genre, page } = v.parse(Asked, asked)
  return {
    ...(order_by !== undefined && order_by !== (q === '' ? 'newest' : 'votes') && { order_by }),
    ...(type !== 'all' && { type }),
    ...(q !== '' && { q }),
    ...(is_dubbed && { is_dubbed: 1 as const }),
    ...(genre !== undefined && { genre }),
    ...(page > 1 && { page }),
  }
}

function collectionSight(asked: Record<string, unknown> = {}): CollectionSight {
  const { order_by, page = 1 } = asked
  const [order] = parsed(v.picklist(COLLECTION_ORDERS), order_by)
  return { ...(order && { order_by: order }), ...(Number(page) > 1 && { page: Number(page) }) }
}

/** Neither searched nor of one genre: a sight of the whole catalogue. */
function isBare({ q, genre }: Sight): boolean {
  return q === undefined && genre === undefined
}

/** Of the sights of one thing, the plainest; of equally plain ones that of last. */
function usualOf<Any extends object>(sights: Any[]): Any | undefined {
  const weight = (one: Any) => Object.keys(one).length + ('page' in one ? 10 : 0)
  return sights.toSorted((one, other) => weight(one) - weight(other))[0]
}

/** The sights that were seen of each of a kind, the plainest of each. */
function byId(keys: Key[], area: string, what: string): { id: number; search: Record<string, unknown> }[] {
  const seen = new Map(idsOf(keys, area, what).map((id): [number, Record<string, unknown>[]] => [id, []]))
  for (const [one, other, id, search] of keys) {
    if (one === area && other === what) seen.get(Number(id))?.push(recordOf(search))
  }
  return [...seen].map(([id, searches]) => ({ id, search: usualOf(searches) ?? {} }))
}

/** Every title once, whichever of its versions was opened. */
async function openedLast(): Promise<number[]> {
  const keys = await (await device()).titles.orderBy('at').reverse().primaryKeys()
  return [...new Set(keys.map((key) => Number.parseInt(key, 10)))]
}

async function answeredLast(): Promise<Key[]> {
  const names = await (await device()).answers.orderBy('at').reverse().primaryKeys()
  return names.flatMap((name) => {
    const key = keyOf(name)
    return key ? [key] : []
  })
}

function keyOf(name: string): Key | undefined {
  try {
    const key: unknown = JSON.parse(name)
    return Array.isArray(key) ? key : undefined
  } catch {
    return undefined
  }
}

function idsOf(keys: Key[], area: string, what: string): number[] {
  const found = keys.filter(([one, other]) => one === area && other === what).map(([, , id]) => Number(id))
  return [...new Set(found)].filter(Number.isInteger)
}

async function collectionAt(id: number): Promise<CollectionCard | undefined> {
  const kept = await (await device()).answers.get(JSON.stringify(['collections', 'show', id]))
  return parsed(CollectionCard, kept?.data)[0] ?? seenCollection(id)
}

async function genresOf(sights: Sight[]): Promise<OfflineCatalogue['genres']> {
  const known = (await genres().look())?.data ?? []
  const byNumber = new Map(known.map((genre) => [genre.id, genre]))
  const asked = new Set(sights.flatMap(({ q, genre }) => (q === undefined && genre !== undefined ? [genre] : [])))
  return [...asked].flatMap((id) => {
    const genre = byNumber.get(id)
    const seen = usualOf(sights.filter((one) => one.q === undefined && one.genre === id))
    if (!genre || !seen) return []
    const { genre: _, ...search } = seen
    return [{ genre, search }]
  })
}

function searchesOf(sights: Sight[]): OfflineCatalogue['searches'] {
  const words = [...new Set(sights.flatMap(({ q }) => q ?? []))].slice(0, SEARCHES)
  return words.flatMap((q) => {
    const search = usualOf(sights.filter((one) => one.q === q))
    return search ? [{ q, search }] : []
  })
}

async function plansOf(keys: Key[]): Promise<Plan[]> {
  if (listed(keys, 'plans').length > 0) return []
  const ids = keys.flatMap(([area, id]) => (area === 'plans' ? Number(id) : []))
  const seen = await Promise.all(ids.map((id) => plan(id).look()))
  return seen.flatMap((one) => one?.data ?? [])
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function parsed<Shape extends v.GenericSchema>(shape: Shape, value: unknown): v.InferOutput<Shape>[] {
  const read = v.safeParse(shape, value)
  return read.success ? [read.output] : []
}
