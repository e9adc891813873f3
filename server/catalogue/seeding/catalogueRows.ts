import { createHash } from 'node:crypto'
import { genreId } from '#server/catalogue/genres/genres.ts'
import { episodeId, GENERATED_IDS, keyedTitleId, nameId, titleId } from '#server/catalogue/ids.ts'
import { facetsOf, searchLexemes } from '#server/catalogue/search/searchTerms.ts'
import type { Catalogue, ComingRecord, PersonRecord, TitleRecord } from './catalogueRecords.ts'
import { membersOf } from './collectionMembers.ts'

/** A catalogue as table rows with the tables' column names, to be sent as JSON. */
export interface CatalogueRows {
  collections: object[]
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

/** Ids of real titles and people. */
const numbering: Numbering = { title: (record) => titleId(record.imdb), person: nameId }

/** Builds the rows; throws if a title refers to something that the catalogue does not have. */
export function rowsOf(catalogue: Catalogue, ids: Numbering = numbering): CatalogueRows {
  const members = membersOf(catalogue)
  const titles = [
    ...catalogue.titles.map((record) => titleRows(record, { ...catalogue, members }, ids)),
    ...catalogue.coming.map((record) => comingRows(record, members, ids)),
  ]
  const people = [...catalogue.people].map(([name, person]) => personRow(name, person, ids))
  return {
    collections: [...catalogue.collections]
      .filter(([key]) => members.has(key))
      .map(([key, { titleFa, titleEn, description }]) => ({
        id: nameId(key),
        key,
        title_fa: titleFa,
        title_en: titleEn,
        description,
      })),
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

function titleRows(record: TitleRecord, { members, aliases }: Catalogue & { members: Members }, ids: Numbering) {
  const id = ids.title(record)
  const otherNames = aliases.get(record.imdb) ?? []
  const { lexemes, words } = searchLexemes([record.titleFa, record.titleEn, ...otherNames])
  const genreIds = record.genres.map(genreId)
  const facts = {
    id,
    imdb: id < GENERATED_IDS ? record.imdb : null,
    access: record.access,
    type: record.type,
    title_en: record.titleEn,
    title_fa: record.titleFa,
    other_names: otherNames,
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
    collection_id: collectionOf(record, members),
    lexemes: [...lexemes, ...facetsOf({ ...record, genreIds })],
  }
  const credits = creditRows(id, record, ids)
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
  const credits = creditRows(id, record, ids)
  return { row: { ...facts, fingerprint: hashOf([facts, credits]) }, credits, episodes: [], words }
}

function collectionOf({ collection }: { collection: string | null }, members: Members): number | null {
  return collection !== null && members.has(collection) ? nameId(collection) : null
}

function personRow(name: string, person: PersonRecord, ids: Numbering) {
  const { lexemes, words } = searchLexemes([person.fa, name])
  const { fa, ...facts } = person
  return { row: { id: ids.person(name), key: name, fullname_en: name, fullname_fa: fa, ...facts, lexemes }, words }
}

function creditRows(id: number, record: Pick<TitleRecord, 'directors' | 'cast'>, ids: Numbering) {
  return [
    ...record.directors.map((name, place) => credit(id, ids.person(name), 'director', place, null)),
    ...record.cast.map(({ name, character }, place) => credit(id, ids.person(name), 'actor', place, character)),
  ]
}

function credit(title_id: number, person_id: number, role: string, place: number, character: string | null) {
  return { title_id, person_id, role, place, character }
}

function episodeRows(id: number, record: TitleRecord) {
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

function wordRows(kind: 'title' | 'person', found: readonly { words: string[] }[]) {
  const words = new Set(found.flatMap((one) => one.words))
  return [...words].map((word) => ({ kind, word }))
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}
