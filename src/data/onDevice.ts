import * as v from 'valibot'
import { CollectionCard } from '#contract/collections.ts'
import type { Genre } from '#contract/genres.ts'
import { PersonCard } from '#contract/people.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { seenCollection } from './collections.ts'
import { device } from './device.ts'
import { genres } from './genres.ts'

/** A list of the catalogue with an address of its own. */
type SeenList = '/' | '/tv' | '/categories' | '/collections' | '/comingsoon' | '/contact' | '/premium/plans'

/** Everything of the catalogue that opens here without a network, what was seen last first. */
export interface OnDevice {
  /** the first of them; there are `titleCount` */
  titles: TitleCard[]
  titleCount: number
  people: PersonCard[]
  collections: CollectionCard[]
  genres: Genre[]
  lists: SeenList[]
}

/** More people than this nobody looks through. */
const PEOPLE = 60

/** `most`: how many titles are wanted. Only what is shown is read; of the rest the keys are enough. */
export async function onDevice(most: number): Promise<OnDevice> {
  const [ids, keys] = await Promise.all([openedLast(), answeredLast()])
  const database = await device()
  const [cards, people, collections] = await Promise.all([
    database.cards.bulkGet(ids.slice(0, most)),
    database.people.bulkGet(idsOf(keys, 'people', 'show').slice(0, PEOPLE)),
    Promise.all(idsOf(keys, 'collections', 'show').map(collectionAt)),
  ])
  return {
    titles: cards.flatMap((kept) => parsed(TitleCard, kept?.card)),
    titleCount: ids.length,
    people: people.flatMap((kept) => parsed(PersonCard, kept?.person)),
    collections: collections.filter((one) => one !== undefined),
    genres: await genresOf(keys),
    lists: LISTS.filter(({ seen }) => keys.some(seen)).map(({ path }) => path),
  }
}

type Key = readonly unknown[]

const LISTS: { path: SeenList; seen: (key: Key) => boolean }[] = [
  { path: '/', seen: ([area, what, search]) => area === 'titles' && what === 'search' && asks(search, 'all') },
  { path: '/tv', seen: ([area, what, search]) => area === 'titles' && what === 'search' && asks(search, 'series') },
  { path: '/categories', seen: ([area]) => area === 'genre-tiles' },
  { path: '/collections', seen: ([area, what]) => area === 'collections' && what === undefined },
  { path: '/comingsoon', seen: ([area, what]) => area === 'titles' && what === 'comingsoon' },
  { path: '/premium/plans', seen: ([area, what]) => area === 'plans' && what === undefined },
  { path: '/contact', seen: ([area]) => area === 'contact' },
]

/** Whether a list of a type was asked for as its screen first shows it. */
function asks(search: unknown, type: 'all' | 'series'): boolean {
  const { type: asked = 'all', genre, page = 1, q, is_dubbed: dubbed } = recordOf(search)
  return asked === type && page === 1 && ![genre, q, dubbed].some(Boolean)
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

async function genresOf(keys: Key[]): Promise<Genre[]> {
  const asked = keys
    .filter(([area, what]) => area === 'titles' && what === 'search')
    .map(([, , search]) => Number(recordOf(search).genre))
  const known = (await genres().look())?.data ?? []
  const byId = new Map(known.map((genre) => [genre.id, genre]))
  return [...new Set(asked)].flatMap((id) => byId.get(id) ?? [])
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function parsed<Shape extends v.GenericSchema>(shape: Shape, value: unknown): v.InferOutput<Shape>[] {
  const read = v.safeParse(shape, value)
  return read.success ? [read.output] : []
}
