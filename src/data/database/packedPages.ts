import type { CollectionCard } from '#contract/collections.ts'
import { STALE_TIME } from '#contract/limits.ts'
import type { CastMember } from '#contract/people.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { deviceDatabase, type PackPage } from './deviceDatabase.ts'

/** A stored answer. `at`: when the server sent it, ms on the device clock. Not parsed: another version may have stored it. */
interface Stored<Data> {
  data: Data
  at: number
}

/**
 * Returns the latest copy of a title's page: the one that was opened, or the one of the offline pack. The latter lacks
 * the user's own like, so it is never fresh: a screen that shows it asks the server.
 */
export async function cachedTitle(id: number, dub: boolean): Promise<Stored<Title> | undefined> {
  const { titles, packPages } = deviceDatabase
  const [opened, packed] = await Promise.all([titles.get(dub ? `${id}:dub` : String(id)), packPages.get(id)])
  if (!packed || (opened && opened.at >= packed.at)) return opened && { data: opened.title, at: opened.at }
  return { data: dub ? dubbed(packed.title) : packed.title, at: packed.at - STALE_TIME }
}

/** Persian is the first language of the dubbed version, as the server says it. */
function dubbed(title: Title): Title {
  if (!title.isDubbed || !Array.isArray(title.languages)) return title
  return { ...title, languages: ['fa', ...title.languages.filter((language) => language !== 'fa')] }
}

/** Ids of the titles whose page is on this device: among `ids`, or all of them. */
export async function cachedTitleIds(ids?: number[]): Promise<number[]> {
  const { titles, packPages } = deviceDatabase
  const [opened, packed] = await Promise.all([
    (ids ? titles.where('id').anyOf(ids) : titles.orderBy('id')).uniqueKeys(),
    (ids ? packPages.where('id').anyOf(ids) : packPages.toCollection()).primaryKeys(),
  ])
  return [...new Set([...opened.map(Number), ...packed])]
}

export async function packedTitles(ids: number[]): Promise<Title[]> {
  return (await deviceDatabase.packPages.where('id').anyOf(ids).toArray()).map(({ title }) => title)
}

export async function packedSimilar(id: number): Promise<Stored<TitleCard[]> | undefined> {
  return packedList(id, ({ similar }) => similar)
}

export async function packedByDirectors(id: number): Promise<Stored<TitleCard[]> | undefined> {
  return packedList(id, ({ byDirectors }) => byDirectors)
}

async function packedList(id: number, idsOf: (page: PackPage) => number[]): Promise<Stored<TitleCard[]> | undefined> {
  const page = await deviceDatabase.packPages.get(id)
  return page && { data: await cardsOf(idsOf(page)), at: page.at }
}

async function cardsOf(ids: number[]): Promise<TitleCard[]> {
  return (await deviceDatabase.packCards.bulkGet(ids)).flatMap((row) => row?.card ?? [])
}

export async function packedCollection(id: number): Promise<Stored<CollectionCard> | undefined> {
  const stored = await deviceDatabase.packCollections.get(id)
  return stored && { data: stored.card, at: 0 }
}

export async function packedCollectionTitles(
  id: number,
): Promise<Stored<{ data: TitleCard[]; meta: object }> | undefined> {
  const stored = await deviceDatabase.packCollections.get(id)
  return stored && { data: onePage(await cardsOf(stored.titles)), at: 0 }
}

/** The cards of the packed titles of a genre, most votes first. */
export async function packedGenre(id: number, type?: string): Promise<{ data: TitleCard[]; meta: object } | undefined> {
  const pages = await deviceDatabase.packPages.where('genres').equals(id).toArray()
  const found = byVotes(pages).filter((title) => type === undefined || type === 'all' || title.type === type)
  return found.length > 0 ? onePage(found) : undefined
}

/** A person as the packed pages know them: the card, and the packed titles of that role. */
export async function packedPerson(id: number, asked: string | undefined) {
  const pages = await deviceDatabase.packPages.where('people').equals(id).toArray()
  const worksAs = (role: 'directors' | 'cast') =>
    byVotes(pages.filter(({ title }) => title[role].some((person) => person.id === id)))
  const works = { actor: worksAs('cast'), director: worksAs('directors') }
  const roles = (['actor', 'director'] as const)
    .filter((role) => works[role].length > 0)
    .toSorted((one, other) => works[other].length - works[one].length)
  const role = roles.find((one) => one === asked) ?? roles[0]
  const [person] = pages.flatMap(({ title }) => personOf(title, id) ?? [])
  if (!person || !role) return undefined
  const { character: _, ...card } = person
  const titles = works[role]
  const unknown = { biography: null, born: null, died: null, birthplace: null }
  return { ...onePage([]), data: { ...card, ...unknown, roles, knownFor: [], titles } }
}

function personOf({ directors, cast }: Title, id: number): CastMember | undefined {
  return [...cast, ...directors.map((director) => ({ ...director, character: null }))].find((one) => one.id === id)
}

function byVotes(pages: PackPage[]): Title[] {
  return pages.map(({ title }) => title).toSorted((one, other) => other.votes - one.votes)
}

/** Wraps the cards of the device as the only page of a list. */
function onePage(data: TitleCard[]) {
  const total = data.length
  return { data, meta: { currentPage: 1, lastPage: 1, perPage: Math.max(1, total), total, from: null, to: null } }
}

/** Which of these names of reads (JSON of their keys) the pack can answer: collections, and genres of packed titles. */
export async function packedKeys(names: string[]): Promise<string[]> {
  const answered = names.map(async (name) => {
    const [area, resource, what]: unknown[] = JSON.parse(name)
    if (area === 'collections' && resource === 'titles')
      return (await deviceDatabase.packCollections.where('id').equals(Number(what)).count()) > 0
    const genre = area === 'titles' && typeof what === 'object' && what !== null && 'genre' in what && what.genre
    return typeof genre === 'number' && (await deviceDatabase.packPages.where('genres').equals(genre).count()) > 0
  })
  const isAnswered = await Promise.all(answered)
  return names.filter((_, at) => isAnswered[at])
}
