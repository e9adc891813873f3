import { sql } from 'drizzle-orm'
import type { MergedInto } from '#server/catalogue/mergedRecords.ts'
import { wordRows } from '#server/catalogue/seeding/catalogueRows.ts'
import { writeRows } from '#server/catalogue/seeding/writeRows.ts'
import { type PictureFacts, type PicturePlace, putPictures } from '#server/catalogue/storedPictures.ts'
import { writeTitleSources } from '#server/catalogue/titleSources.ts'
import type { Database } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/isOneOf.ts'
import {
  collectionRow,
  fingerprintOf,
  listsOf,
  type Numbered,
  peopleOf,
  personRows,
  rowsOfTitle,
  unknownTitles,
} from './batchRows.ts'
import {
  type ImportedPerson,
  type ImportedRecord,
  type ImportedTitle,
  personKeyOf,
  titleKeyOf,
} from './importRecords.ts'
import { assignIds, type FoundIds, findIds, type KnownIds } from './resolveIds.ts'
import { leaveSeries, orderSeries, writeHidden, writeSlides } from './writeLinks.ts'

/** Counts of a batch's titles, and its refused rows. */
export interface BatchResult {
  added: number
  changed: number
  unchanged: number
  /** new and replaced pictures */
  pictures: number
  /** whether any row of the database was written, also of people and collections */
  hasWritten: boolean
  refused: { line: number; reason: string }[]
}

/**
 * Writes records in one transaction. A record may refer to records of the same batch and to stored ones; a title with an
 * unknown collection and a list with unknown titles are refused. Titles whose record was written before are not touched.
 */
export async function writeBatch(transaction: Database, batch: readonly Numbered[], now: Date): Promise<BatchResult> {
  const named = sortByKind(batch)
  const known = await findIds(transaction, keysOf(named))
  const stored = await fingerprintsOf(transaction, [...known.titles.values()])
  const refused: BatchResult['refused'] = []
  const sorted = withoutMerged(named, known, refused)
  const collections = new Map(sorted.collections.map(({ record }) => [record.key, record]))
  const titles = sorted.titles.filter(({ line, record: { collection } }) => {
    const exists = collection === null || collections.has(collection) || known.collections.has(collection)
    if (!exists) refused.push({ line, reason: `collection: no row above has the key ${collection}` })
    return exists
  })
  const isNew = ({ record }: Numbered<ImportedTitle>) =>
    stored.get(known.titles.get(titleKeyOf(record)) ?? 0) !== fingerprintOf(record)
  const written = titles.filter(isNew)
  const describedPeople = await changedPeople(transaction, sorted.people)
  const counts = { changed: 0, unchanged: titles.length - written.length, refused }
  const isUnchanged = written.length + describedPeople.length + collections.size + sorted.slideshows.length === 0
  const shown = { titles, people: sorted.people }
  if (isUnchanged) {
    await writeTitleSources(transaction, sourceRows(titles, known))
    const pictures = await putPictures(transaction, pictureRows(shown, known), now)
    return { added: 0, pictures, hasWritten: pictures > 0, ...counts }
  }
  const ids = {
    titles: await assignIds(
      transaction,
      titles.map(({ record }) => titleKeyOf(record)),
      known.titles,
    ),
    collections: await assignIds(transaction, collections.keys(), known.collections),
    people: await assignIds(
      transaction,
      [
        ...describedPeople.map(({ record }) => personKeyOf(record)),
        ...written.flatMap(({ record }) => peopleOf(record)),
      ],
      known.people,
    ),
  }
  const lists = listsOf(sorted.collections, ids.titles, refused)
  const rows = written.map(({ record }) => rowsOfTitle(record, ids, now))
  const people = personRows(describedPeople, written, { ids: ids.people, known: known.people })
  await leaveSeries(
    transaction,
    rows.map(({ row }) => row),
  )
  await writeRows(
    transaction,
    {
      collections: [...collections.values()].map((record) => collectionRow(record, ids.collections)),
      ...lists.rows(ids.collections),
      people: people.map(({ row }) => row),
      titles: rows.map(({ row }) => row),
      credits: rows.flatMap(({ credits }) => credits),
      episodes: rows.flatMap(({ episodes }) => episodes),
      words: [...wordRows('title', rows), ...wordRows('person', people)],
    },
    now,
  )
  await writeTitleSources(transaction, sourceRows(titles, ids))
  await writeHidden(
    transaction,
    written.map(({ record }) => ({
      id: ids.titles.get(titleKeyOf(record)),
      is_hidden: record.access === 'hidden',
    })),
  )
  await orderSeries(
    transaction,
    written.map(({ record }) => ids.titles.get(titleKeyOf(record)) ?? 0),
  )
  for (const { line, record } of sorted.slideshows) {
    const missing = record.titles.filter((key) => !ids.titles.has(key))
    if (missing.length > 0) refused.push({ line, reason: unknownTitles(missing) })
    else
      await writeSlides(
        transaction,
        record.titles.map((key) => ids.titles.get(key) ?? 0),
      )
  }
  const added = written.filter(({ record }) => !known.titles.has(titleKeyOf(record))).length
  const pictures = await putPictures(transaction, pictureRows(shown, ids), now)
  return { ...counts, added, changed: written.length - added, pictures, hasWritten: true }
}

function sourceRows(titles: readonly Numbered<ImportedTitle>[], ids: Pick<KnownIds, 'titles'>) {
  return titles.flatMap(({ record }) => {
    const titleId = ids.titles.get(titleKeyOf(record))
    return titleId === undefined ? [] : [{ titleId, source: record.source }]
  })
}

/** The rows of the batch's pictures. */
function pictureRows(
  { titles, people }: Pick<Sorted, 'titles' | 'people'>,
  ids: Pick<KnownIds, 'titles' | 'people'>,
): (PicturePlace & PictureFacts)[] {
  const ofTitles = titles.flatMap(({ record, pictures }) =>
    pictures.map((picture) => ({ ...picture, titleId: ids.titles.get(titleKeyOf(record)) ?? null, personId: null })),
  )
  const ofPeople = people.flatMap(({ record, pictures }) =>
    pictures.map((picture) => ({ ...picture, titleId: null, personId: ids.people.get(personKeyOf(record)) ?? null })),
  )
  return [...ofTitles, ...ofPeople]
}

function sortByKind(batch: readonly Numbered[]) {
  const of = <Kind extends ImportedRecord['kind']>(kind: Kind) =>
    batch.flatMap(({ record, ...row }) =>
      record.kind === kind ? [{ ...row, record: record as Extract<ImportedRecord, { kind: Kind }> }] : [],
    )
  return { titles: of('title'), people: of('person'), collections: of('collection'), slideshows: of('slideshow') }
}

type Sorted = ReturnType<typeof sortByKind>

/** Leaves out the rows of merged titles, people and collections, which would overwrite the records that those are part of. */
function withoutMerged(sorted: Sorted, { merged }: Pick<FoundIds, 'merged'>, refused: BatchResult['refused']): Sorted {
  const isOwn = (line: number, into: MergedInto | undefined) => {
    if (into) refused.push({ line, reason: `was merged into ${into.name || into.id}` })
    return into === undefined
  }
  return {
    ...sorted,
    titles: sorted.titles.filter(({ line, record }) => isOwn(line, merged.titles.get(titleKeyOf(record)))),
    people: sorted.people.filter(({ line, record }) => isOwn(line, merged.people.get(personKeyOf(record)))),
    collections: sorted.collections.filter(({ line, record }) => isOwn(line, merged.collections.get(record.key))),
  }
}

/** Every key that the batch defines or names. */
function keysOf({ titles, people, collections, slideshows }: Sorted) {
  return {
    titles: [
      ...titles.map(({ record }) => titleKeyOf(record)),
      ...collections.flatMap(({ record }) => record.titles ?? []),
      ...slideshows.flatMap(({ record }) => record.titles),
    ],
    people: [...people.map(({ record }) => personKeyOf(record)), ...titles.flatMap(({ record }) => peopleOf(record))],
    collections: [
      ...collections.map(({ record }) => record.key),
      ...titles.flatMap(({ record }) => record.collection ?? []),
    ],
  }
}

/** Leaves out people whose stored facts are the same. */
async function changedPeople(
  database: Database,
  people: readonly Numbered<ImportedPerson>[],
): Promise<Numbered<ImportedPerson>[]> {
  if (people.length === 0) return []
  const keys = JSON.stringify(people.map(({ record }) => personKeyOf(record)))
  const { rows } = await database.execute<{ key: string; facts: string }>(sql`
    select key, json_build_array(fullname_en, fullname_fa, born, died, birthplace, biography)::text as facts from people
    where key in (select jsonb_array_elements_text(${keys}::jsonb))`)
  const stored = new Map(rows.map(({ key, facts }) => [key, JSON.stringify(JSON.parse(facts))]))
  return people.filter(({ record }) => {
    const { nameEn, nameFa, born, died, birthplace, biography } = record
    const facts = JSON.stringify([nameEn, nameFa, born, died, birthplace, biography])
    return stored.get(personKeyOf(record)) !== facts
  })
}

async function fingerprintsOf(database: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await database.execute<{ id: number; fingerprint: string }>(
    sql`select id, fingerprint from titles where ${isOneOf(sql`id`, ids)}`,
  )
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]))
}
