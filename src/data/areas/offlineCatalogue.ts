import * as v from 'valibot'
import { COLLECTION_ORDERS, CollectionCard } from '#contract/collections.ts'
import type { Genre } from '#contract/genres.ts'
import { PERSON_ROLES, PersonCard, type PersonRole } from '#contract/people.ts'
import type { Plan } from '#contract/premium.ts'
import { TitleCard, type TitleOrder } from '#contract/titleCards.ts'
import { TitleSearch } from '#contract/titles.ts'
import { device } from '#data/database/device.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { type CollectionOrder, cachedCollection } from './collections.ts'
import { genres } from './genres.ts'
import { parseValid } from './parseValid.ts'
import { plan } from './premium.ts'

/** URL search parameters of a title list; default values are left out. */
interface TitleListView {
  order_by?: TitleOrder
  type?: 'movie' | 'series'
  q?: string
  is_dubbed?: 1
  genre?: number
  page?: number
}

/** A screen with one list, most of them in the main menu. Support is left out: the footer fetches it on every screen. */
export type ListName = 'home' | 'series' | 'dubbed' | 'categories' | 'collections' | 'comingSoon' | 'plans'

/**
 * Everything of the catalogue that can be opened offline, most recently viewed first. Each entry leads to a view that
 * is cached, the default view if possible.
 * Versions and pictures of a title are not listed: its page links to them.
 */
export interface OfflineCatalogue {
  /** the first of `titleCount` titles */
  titles: TitleCard[]
  titleCount: number
  people: { person: PersonCard; role: PersonRole | undefined; search: TitleListView }[]
  collections: { collection: CollectionCard; search: CollectionView }[]
  genres: { genre: Genre; search: TitleListView }[]
  lists: { name: ListName; search: TitleListView }[]
  /** cached searches */
  searches: { q: string; search: TitleListView }[]
  /** single cached plans; empty when the list of plans is cached */
  plans: Plan[]
}

interface CollectionView {
  order_by?: CollectionOrder
  page?: number
}

/** Limits of the listed people and searches. */
const MAX_PEOPLE = 60
const MAX_SEARCHES = 20

/** Collects what is cached. `limit`: number of titles to read; of the others only the keys are read. */
export async function offlineCatalogue(limit: number): Promise<OfflineCatalogue> {
  const [ids, keys] = await Promise.all([recentlyOpenedIds(), recentCacheKeys()])
  const database = await device()
  const views = keys.flatMap(viewOf)
  // A request without a role is always followed by one with the role of the person, so only keys with a role count.
  const people = byId(
    keys.filter(([, , , search]) => recordOf(search).role !== undefined),
    'people',
    'show',
  ).slice(0, MAX_PEOPLE)
  const [cards, persons, collections] = await Promise.all([
    database.cards.bulkGet(ids.slice(0, limit)),
    database.people.bulkGet(people.map(({ id }) => id)),
    Promise.all(idsOf(keys, 'collections', 'show').map(readCollection)),
  ])
  const titleQueries = new Map(byId(keys, 'collections', 'titles').map(({ id, search }) => [id, search]))
  return {
    titles: cards.flatMap((cached) => parseValid(TitleCard, cached?.card)),
    titleCount: ids.length,
    people: people.flatMap(({ search: { role, ...search } }, at) =>
      parseValid(PersonCard, persons[at]?.person).map((person) => ({
        person,
        role: parseValid(v.picklist(PERSON_ROLES), role)[0],
        search: titleListView(search),
      })),
    ),
    collections: collections.flatMap((collection) =>
      collection ? [{ collection, search: collectionView(titleQueries.get(collection.id)) }] : [],
    ),
    genres: await cachedGenres(views),
    lists: LISTS.flatMap(({ name, cachedViews }) => {
      const search = simplestOf(cachedViews(views, keys))
      return search ? [{ name, search }] : []
    }),
    searches: cachedSearches(views),
    plans: await cachedPlans(keys),
  }
}

type Key = readonly unknown[]

const LISTS: { name: ListName; cachedViews: (views: TitleListView[], keys: Key[]) => TitleListView[] }[] = [
  {
    name: 'home',
    cachedViews: (views) => views.filter((one) => isUnfiltered(one) && !one.is_dubbed && one.type !== 'series'),
  },
  {
    name: 'series',
    cachedViews: (views) => views.filter((one) => isUnfiltered(one) && !one.is_dubbed && one.type === 'series'),
  },
  { name: 'dubbed', cachedViews: (views) => views.filter((one) => isUnfiltered(one) && one.is_dubbed) },
  { name: 'categories', cachedViews: (_, keys) => parameterlessView(keys, 'genre-tiles') },
  { name: 'collections', cachedViews: (_, keys) => parameterlessView(keys, 'collections') },
  {
    name: 'comingSoon',
    cachedViews: (_, keys) =>
      keys.flatMap(([area, resource, search]) =>
        area === 'titles' && resource === 'comingsoon' ? [titleListView(recordOf(search))] : [],
      ),
  },
  { name: 'plans', cachedViews: (_, keys) => parameterlessView(keys, 'plans') },
]

/** The view of a list without parameters, if it is cached. */
function parameterlessView(keys: Key[], area: string): TitleListView[] {
  return keys.some(([one, resource]) => one === area && resource === undefined) ? [{}] : []
}

/** The title list view of a cache key, if the key is one of a title search. */
function viewOf([area, resource, search]: Key): TitleListView[] {
  return area === 'titles' && resource === 'search' ? [titleListView(recordOf(search))] : []
}

const TitleListQuery = v.pick(TitleSearch, ['q', 'type', 'order_by', 'is_dubbed', 'genre', 'page'])

/** Converts the query of a call to URL parameters. Leaves out defaults of the screen. */
function titleListView(query: Record<string, unknown>): TitleListView {
  const { q, type, order_by, is_dubbed, genre, page } = v.parse(TitleListQuery, query)
  return {
    ...(order_by !== undefined && order_by !== (q === '' ? 'newest' : 'votes') && { order_by }),
    ...(type !== 'all' && { type }),
    ...(q !== '' && { q }),
    ...(is_dubbed && { is_dubbed: 1 as const }),
    ...(genre !== undefined && { genre }),
    ...(page > 1 && { page }),
  }
}

function collectionView(query: Record<string, unknown> = {}): CollectionView {
  const { order_by, page = 1 } = query
  const [order] = parseValid(v.picklist(COLLECTION_ORDERS), order_by)
  return { ...(order && { order_by: order }), ...(Number(page) > 1 && { page: Number(page) }) }
}

/** Whether a view shows the whole catalogue: no search, no genre. */
function isUnfiltered({ q, genre }: TitleListView): boolean {
  return q === undefined && genre === undefined
}

/** Returns the view with the fewest parameters, first pages first; of equal ones the most recent. */
function simplestOf<Any extends object>(views: Any[]): Any | undefined {
  const weight = (one: Any) => Object.keys(one).length + ('page' in one ? 10 : 0)
  return views.toSorted((one, other) => weight(one) - weight(other))[0]
}

/** Groups the cached views by id and keeps the simplest view of each. */
function byId(keys: Key[], area: string, resource: string): { id: number; search: Record<string, unknown> }[] {
  const cached = new Map(idsOf(keys, area, resource).map((id): [number, Record<string, unknown>[]] => [id, []]))
  for (const [one, other, id, search] of keys) {
    if (one === area && other === resource) cached.get(Number(id))?.push(recordOf(search))
  }
  return [...cached].map(([id, searches]) => ({ id, search: simplestOf(searches) ?? {} }))
}

/** Ids of the opened titles, most recent first. Two versions of a title count once. */
async function recentlyOpenedIds(): Promise<number[]> {
  const keys = await (await device()).titles.orderBy('at').reverse().primaryKeys()
  return [...new Set(keys.map((key) => Number.parseInt(key, 10)))]
}

async function recentCacheKeys(): Promise<Key[]> {
  const names = await (await device()).answers.orderBy('at').reverse().primaryKeys()
  return names.flatMap((name) => {
    const key = parseKey(name)
    return key ? [key] : []
  })
}

function parseKey(name: string): Key | undefined {
  try {
    const key: unknown = JSON.parse(name)
    return Array.isArray(key) ? key : undefined
  } catch (failure) {
    ignoring('SyntaxError')(failure)
    return undefined
  }
}

function idsOf(keys: Key[], area: string, resource: string): number[] {
  const found = keys.filter(([one, other]) => one === area && other === resource).map(([, , id]) => Number(id))
  return [...new Set(found)].filter(Number.isInteger)
}

async function readCollection(id: number): Promise<CollectionCard | undefined> {
  const cached = await (await device()).answers.get(JSON.stringify(['collections', 'show', id]))
  return parseValid(CollectionCard, cached?.data)[0] ?? cachedCollection(id)
}

async function cachedGenres(views: TitleListView[]): Promise<OfflineCatalogue['genres']> {
  const all = (await genres().look())?.data ?? []
  const genreById = new Map(all.map((genre) => [genre.id, genre]))
  const genreIds = new Set(views.flatMap(({ q, genre }) => (q === undefined && genre !== undefined ? [genre] : [])))
  return [...genreIds].flatMap((id) => {
    const genre = genreById.get(id)
    const cached = simplestOf(views.filter((one) => one.q === undefined && one.genre === id))
    if (!genre || !cached) return []
    const { genre: _, ...search } = cached
    return [{ genre, search }]
  })
}

function cachedSearches(views: TitleListView[]): OfflineCatalogue['searches'] {
  const texts = [...new Set(views.flatMap(({ q }) => q ?? []))].slice(0, MAX_SEARCHES)
  return texts.flatMap((q) => {
    const search = simplestOf(views.filter((one) => one.q === q))
    return search ? [{ q, search }] : []
  })
}

async function cachedPlans(keys: Key[]): Promise<Plan[]> {
  if (parameterlessView(keys, 'plans').length > 0) return []
  const ids = keys.flatMap(([area, id]) => (area === 'plans' ? Number(id) : []))
  const cached = await Promise.all(ids.map((id) => plan(id).look()))
  return cached.flatMap((one) => one?.data ?? [])
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
