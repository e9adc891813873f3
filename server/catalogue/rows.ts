import { createHash } from 'node:crypto'
import { genreId } from './genres.ts'
import { episodeId, GENERATED_IDS, nameId, titleId } from './ids.ts'
import type { Catalogue, PersonRecord, TitleRecord } from './record.ts'
import { findableBy } from './searchText.ts'
import { soundOf } from './sound.ts'

/** A catalogue as rows of the tables, in the tables' own names, ready to be sent as JSON. */
export interface CatalogueRows {
  collections: object[]
  people: object[]
  titles: object[]
  credits: object[]
  episodes: object[]
  words: object[]
}

/** How titles and people of a catalogue get their ids. */
export interface Numbering {
  title(record: TitleRecord): number
  person(name: string): number
}

/** Ids of the real catalogue. */
const numbering: Numbering = { title: (record) => titleId(record.imdb), person: nameId }

/** Throws where a title names something the catalogue does not have. */
export function rowsOf(catalogue: Catalogue, ids: Numbering = numbering): CatalogueRows {
  const titles = catalogue.titles.map((record) => titleRows(record, catalogue, ids))
  const people = [...catalogue.people].map(([name, person]) => personRow(name, person, ids))
  return {
    collections: [...catalogue.collections].map(([key, { titleFa, titleEn }]) => ({
      id: nameId(key),
      title_fa: titleFa,
      title_en: titleEn,
    })),
    people: people.map(({ row }) => row),
    titles: titles.map(({ row }) => row),
    credits: titles.flatMap(({ credits }) => credits),
    episodes: titles.flatMap(({ episodes }) => episodes),
    words: [...wordRows('title', titles), ...wordRows('person', people)],
  }
}

/** The same for the same rows, whoever computes it. */
export function versionOf(rows: CatalogueRows): string {
  return hashOf(rows)
}

function titleRows(record: TitleRecord, { collections, aliases }: Catalogue, ids: Numbering) {
  const { collection } = record
  if (collection !== null && !collections.has(collection)) throw new Error(`There is no collection ${collection}`)
  const id = ids.title(record)
  const { lexemes, words } = findableBy([record.titleFa, record.titleEn, ...(aliases.get(record.imdb) ?? [])])
  const facts = {
    id,
    imdb: id < GENERATED_IDS ? record.imdb : null,
    type: record.type,
    title_en: record.titleEn,
    title_fa: record.titleFa,
    year: record.year,
    released_at: record.releasedAt,
    first_shown: record.releasedAt ?? `${record.year}-01-01`,
    runtime: record.runtime,
    age_rating: record.ageRating,
    countries: record.countries,
    languages: record.languages,
    genre_ids: record.genres.map(genreId),
    rating: record.rating,
    votes: record.votes,
    tomato_meter: record.tomatoes?.meter ?? null,
    tomato_status: record.tomatoes?.status ?? null,
    is_dubbed: record.isDubbed,
    has_subtitle: record.hasSubtitle,
    synopsis: record.synopsis,
    collection_id: collection === null ? null : nameId(collection),
    lexemes,
  }
  const credits = creditRows(id, record, ids)
  const episodes = episodeRows(id, record)
  return { row: { ...facts, fingerprint: hashOf([facts, credits, episodes]) }, credits, episodes, words }
}

function personRow(name: string, person: PersonRecord, ids: Numbering) {
  const { lexemes, words } = findableBy([person.fa, name])
  const { fa, born, birthplace } = person
  return { row: { id: ids.person(name), fullname_en: name, fullname_fa: fa, born, birthplace, lexemes }, words }
}

function creditRows(id: number, record: TitleRecord, ids: Numbering) {
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
  return [...words].map((word) => ({ kind, word, sound: soundOf(word) }))
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}
