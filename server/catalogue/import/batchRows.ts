import { hashOf, personRow, type TitleRows, titleRows } from '#server/catalogue/seeding/catalogueRows.ts'
import type { PlacedPicture } from './importPictures.ts'
import {
  type ImportedCollection,
  type ImportedPerson,
  type ImportedRecord,
  type ImportedTitle,
  personKeyOf,
  titleKeyOf,
} from './importRecords.ts'
import type { KnownIds } from './resolveIds.ts'

/** A record with its line in the file. */
export interface Numbered<RecordType = ImportedRecord> {
  line: number
  record: RecordType
  /** the pictures that the record names, once their files are stored */
  pictures: readonly PlacedPicture[]
}

/** Increase when imported records are stored in another form: unchanged records are then written again. */
const FORM = 1

/** The keys of the people that a title names. */
export function peopleOf({ directors, cast }: ImportedTitle): string[] {
  return [...directors, ...cast.map(({ person }) => person)]
}

/**
 * Depends on the record alone, so an unchanged row is recognised without looking up the people it names. Pictures have
 * hashes of their own, and the source is stored apart: facts that were fetched again and are the same change nothing.
 */
export function fingerprintOf({ pictures: _, source: __, ...record }: ImportedTitle): string {
  return hashOf([FORM, record])
}

/** Builds the rows of a title. */
export function rowsOfTitle(record: ImportedTitle, ids: KnownIds, now: Date): TitleRows {
  const { access, cast, collection, ...facts } = record
  const rows = titleRows(
    ids.titles.get(titleKeyOf(record)) ?? 0,
    {
      ...facts,
      access: access === 'hidden' ? 'free' : access,
      cast: cast.map(({ person, character }) => ({ name: person, character })),
      collectionId: collection === null ? null : (ids.collections.get(collection) ?? null),
    },
    (key) => ids.people.get(key) ?? 0,
  )
  const isComing = record.releasedAt !== null && record.releasedAt > now.toISOString().slice(0, 10)
  return { ...rows, row: { ...rows.row, is_coming: isComing, fingerprint: fingerprintOf(record) } }
}

/** The batch's people, and people that its titles are the first to name. */
export function personRows(
  people: readonly Numbered<ImportedPerson>[],
  titles: readonly Numbered<ImportedTitle>[],
  { ids, known }: { ids: ReadonlyMap<string, number>; known: ReadonlyMap<string, number> },
) {
  const described = new Map(people.map(({ record }) => [personKeyOf(record), record]))
  const named = new Set(titles.flatMap(({ record }) => peopleOf(record)))
  for (const key of [...known.keys(), ...described.keys()]) named.delete(key)
  const unknown = { born: null, died: null, birthplace: null, biography: null }
  return [
    ...[...described].map(([key, { nameEn, nameFa, born, died, birthplace, biography }]) =>
      personRow(ids.get(key) ?? 0, key, nameEn, { fa: nameFa, born, died, birthplace, biography }),
    ),
    ...[...named].map((key) => personRow(ids.get(key) ?? 0, key, key, { ...unknown, fa: key })),
  ]
}

/** Builds the row of a collection. */
export function collectionRow(
  { key, titleFa, titleEn, description }: ImportedCollection,
  ids: ReadonlyMap<string, number>,
) {
  return { id: ids.get(key), key, title_fa: titleFa, title_en: titleEn, description }
}

/** The curated lists of a batch; adds those with unknown titles to `refused`. */
export function listsOf(
  collections: readonly Numbered<ImportedCollection>[],
  titleIds: ReadonlyMap<string, number>,
  refused: { line: number; reason: string }[],
) {
  const lists = collections.flatMap(({ line, record: { key, titles } }) => {
    if (titles === undefined) return []
    const missing = titles.filter((title) => !titleIds.has(title))
    if (missing.length === 0) return [{ key, titles: [...new Set(titles)] }]
    refused.push({ line, reason: unknownTitles(missing) })
    return []
  })
  return {
    rows: (ids: ReadonlyMap<string, number>) => ({
      listedCollections: lists.map(({ key }) => ({ id: ids.get(key) })),
      collectionTitles: lists.flatMap(({ key, titles }) =>
        titles.map((title, place) => ({ collection_id: ids.get(key), title_id: titleIds.get(title), place })),
      ),
    }),
  }
}

/** Why a list with unknown titles is refused. */
export function unknownTitles(keys: readonly string[]): string {
  return `titles: no row above has ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ` and ${keys.length - 3} more` : ''}`
}
