import { createHash } from 'node:crypto'
import { genreId } from '#server/catalogue/genres/genres.ts'
import { episodeId, GENERATED_IDS, keyedTitleId, nameId, titleId } from '#server/catalogue/ids.ts'
import { facetsOf, searchLexemes } from '#server/catalogue/search/searchTerms.ts'
import type { Catalogue, ComingRecord, PersonRecord, TitleRecord } from './catalogueRecords.ts'
import { membersOf } from './collectionMembers.ts'

/** A catalogue as table rows with the tables' column names, to be sent as JSON. */
export interface CatalogueRows {
  collections: object[]
  /** collections whose titles are replaced by `collectionTitles`, by `id` */
  listedCollections: object[]
  collectionTitles: object[]
  people: object[]
  titles: object[]
  credits: object[]
  episodes: object[]
  words: object[]
}

/** Derives ids of titles and people. */
export interface Numbering {
  title(record: TitleRecord): number
  person(name: string): number
}

/** A title's facts from any source. */
export type TitleFacts = Omit<TitleRecord, 'imdb' | 'collection'> & {
  imdb: string | null
  /** the operator's key of a title without an IMDb id */
  key: string | null
  otherNames: readonly string[]
  collectionId: number | null
}

/** A row of `titles` with the rows that belong to it. */
export interface TitleRows {
  row: object
  credits: object[]
  episodes: object[]
  words: string[]
}

/** Ids of real titles and people. */
const numbering: Numbering = { title: (record) => titleId(record.imdb), person: nameId }

/** Builds the rows; throws if a title refers to something that the catalogue does not have. */
export function rowsOf(catalogue: Catalogue, ids: Numbering = numbering): CatalogueRows {
  const members = membersOf(catalogue)
  const factsOf = (record: TitleRecord): TitleFacts => ({
    ...record,
    imdb: ids.title(record) < GENERATED_IDS ? record.imdb : null,
    key: null,
    otherNames: catalogue.aliases.get(record.imdb) ?? [],
    collectionId: collectionOf(record, members),
  })
  const titles = [
    ...catalogue.titles.map((record) => titleRows(ids.title(record), factsOf(record), ids.person)),
    ...catalogue.coming.map((record) => comingRows(record, members, ids)),
  ]
  const people = [...catalogue.people].map(([name, person]) => personRow(ids.person(name), name, name, person))
  const collections = [...catalogue.collections]
    .filter(([key]) => members.has(key))
    .map(([key, { titleFa, titleEn, description }]) => ({
      id: nameId(key),
      key,
      title_fa: titleFa,
      title_en: titleEn,
      description,
    }))
  return {
    collections,
    listedCollections: collections,
    collectionTitles: [...members].flatMap(([key, list]) =>
      list.map((member, place) => ({
        collection_id: nameId(key),
        title_id: 'imdb' in member ? ids.title(member) : keyedTitleId(member.key),
        place,
      })),
    ),
    people: people.map(({ row }) => row),
    titles: titles.map(({ row }) => row),
    credits: titles.flatMap(({ credits }) => credits),
    episodes: titles.flatMap(({ episodes }) => episodes),
    words: [...wordRows('title', titles), ...wordRows('person', people)],
  }
}

/** A hash of the rows, equal on every machine. */
export function versionOf(rows: CatalogueRows): string {
  return hashOf(rows)
}

type Members = ReturnType<typeof membersOf>

/** Builds a title's rows. `personId` knows every person that the title names. */
export function titleRows(id: number, record: TitleFacts, personId: (key: string) => number): TitleRows {
  const { lexemes, words } = searchLexemes([record.titleFa, record.titleEn, ...record.otherNames])
  const genreIds = record.genres.map(genreId)
  const facts = {
    id,
    imdb: record.imdb,
    key: record.key,
    access: record.access,
    type: record.type,
    title_en: record.titleEn,
    title_fa: record.titleFa,
    other_names: record.otherNames,
    year: record.year,
    released_at: record.releasedAt,
    first_shown: record.releasedAt ?? `${record.year}-01-01`,
    runtime: record.runtime,
    age_rating: record.ageRating,
    countries: record.countries,
    languages: record.languages,
    genre_ids: genreIds,
    rating: record.rating,
    votes: record.votes,
    tomato_meter: record.tomatoes?.meter ?? null,
    tomato_status: record.tomatoes?.status ?? null,
    is_dubbed: record.isDubbed,
    has_subtitle: record.hasSubtitle,
    synopsis: record.synopsis,
    collection_id: record.collectionId,
    lexemes: [...lexemes, ...facetsOf({ ...record, genreIds })],
  }
  const credits = creditRows(id, record, personId)
  const episodes = episodeRows(id, record)
  return { row: { ...facts, fingerprint: hashOf([facts, credits, episodes]) }, credits, episodes, words }
}

/** Has no dates: they are computed when the row is first written. */
function comingRows(record: ComingRecord, members: Members, ids: Numbering) {
  const id = keyedTitleId(record.key)
  const { lexemes, words } = searchLexemes([record.titleFa, record.titleEn])
  const genreIds = record.genres.map(genreId)
  const facts = {
    id,
    access: 'free',
    is_coming: true,
    coming_in: record.inDays,
    is_day_known: record.isDayKnown,
    type: record.type,
    title_en: record.titleEn,
    title_fa: record.titleFa,
    other_names: [],
    age_rating: record.ageRating,
    countries: record.countries,
    languages: record.languages,
    genre_ids: genreIds,
    votes: 0,
    is_dubbed: false,
    has_subtitle: false,
    synopsis: record.synopsis,
    collection_id: collectionOf(record, members),
    lexemes: [...lexemes, ...facetsOf({ type: record.type, isDubbed: false, genreIds })],
  }
  const credits = creditRows(id, record, ids.person)
  return { row: { ...facts, fingerprint: hashOf([facts, credits]) }, credits, episodes: [], words }
}

function collectionOf({ collection }: { collection: string | null }, members: Members): number | null {
  return collection !== null && members.has(collection) ? nameId(collection) : null
}

/** Builds a person's row; `name` is the English one. */
export function personRow(id: number, key: string, name: string, person: PersonRecord) {
  const { lexemes, words } = searchLexemes([person.fa, name])
  const { fa, ...facts } = person
  return { row: { id, key, fullname_en: name, fullname_fa: fa, ...facts, lexemes }, words }
}

function creditRows(id: number, record: Pick<TitleRecord, 'directors' | 'cast'>, personId: (key: string) => number) {
  return [
    ...record.directors.map((name, place) => credit(id, personId(name), 'director', place, null)),
    ...record.cast.map(({ name, character }, place) => credit(id, personId(name), 'actor', place, character)),
  ]
}

function credit(title_id: number, person_id: number, role: string, place: number, character: string | null) {
  return { title_id, person_id, role, place, character }
}

function episodeRows(id: number, record: Pick<TitleRecord, 'seasons'>) {
  return record.seasons.flatMap((season) =>
    season.episodes.map((episode) => ({
      id: episodeId(id, season.number, episode.number),
      title_id: id,
      season: season.number,
      number: episode.number,
      title_en: episode.titleEn,
      title_fa: episode.titleFa,
      runtime: episode.runtime,
      aired_at: episode.airedAt,
    })),
  )
}

/** The rows of `search_words`. */
export function wordRows(kind: 'title' | 'person', found: readonly { words: string[] }[]) {
  const words = new Set(found.flatMap((one) => one.words))
  return [...words].map((word) => ({ kind, word }))
}

/** A short hash of a value's JSON. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}
