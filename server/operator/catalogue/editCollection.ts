import { eq, sql } from 'drizzle-orm'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { orderSeries } from '#server/catalogue/import/writeLinks.ts'
import { mergedNamed } from '#server/catalogue/mergedRecords.ts'
import type { Database } from '#server/database/connect.ts'
import { collections, collectionTitles, mergedCollections, titles } from '#server/database/schema/catalogue.ts'
import { CommandError } from '#server/operator/command.ts'
import { requireTitle } from './findRecords.ts'
import { collectionFacts } from './storedFacts.ts'
import { type Facts, requireRecord, writeRecord } from './writeFacts.ts'

type CollectionRow = typeof collections.$inferSelect
type CollectionFacts = Awaited<ReturnType<typeof collectionFacts>>

/** The facts that `collection edit` changes. */
export const COLLECTION_FACTS = ['titleFa', 'titleEn', 'description', 'titles'] as const

/**
 * Changes facts of a locked collection, as an import does, and the titles of a curated list. Returns all facts afterwards.
 */
export async function editCollection(
  transaction: Database,
  {
    collection,
    before,
    changes: { titles: order, ...changes },
    add,
    remove,
    now,
  }: {
    collection: CollectionRow
    before: CollectionFacts
    changes: Facts
    add: readonly string[]
    remove: readonly string[]
    now: Date
  },
): Promise<CollectionFacts> {
  const { id, key } = collection
  if (key === null) throw new CommandError(`Collection ${id} has no key and is not edited: import the catalogue again.`)
  const { isHidden: _, isSeries, titles: members, ...stored } = before
  const row = { kind: 'collection', ...stored, ...changes }
  const ordered = requireRecord({ ...row, ...(order !== undefined && { titles: order }) })
  await writeRecord(transaction, requireRecord(row), now)
  const wanted = ordered.kind === 'collection' ? ordered.titles : undefined
  if (wanted !== undefined || add.length > 0 || remove.length > 0) {
    if (isSeries)
      throw new CommandError(
        `${key} is a film series, whose titles name it: use title edit TITLE --set collection=${key}.`,
      )
    await writeTitles(transaction, id, { base: wanted ?? members, add, remove })
  }
  await recordChange(transaction)
  const [written] = await transaction.select().from(collections).where(eq(collections.id, id))
  return collectionFacts(transaction, written ?? collection)
}

/** Creates a collection: a curated list, or a film series that titles will name. */
export async function createCollection(
  transaction: Database,
  { key, facts, now }: { key: string; facts: Facts; now: Date },
): Promise<CollectionRow> {
  // The second of two such commands finds the collection of the first.
  await transaction.execute(sql`lock table collections in share row exclusive mode`)
  const merged = (await mergedNamed(transaction, { collections: [key] })).collections.get(key)
  if (merged) throw new CommandError(`Collection ${key} was merged into ${merged.name || merged.id}.`)
  const find = () => transaction.select().from(collections).where(eq(collections.key, key))
  if ((await find()).length > 0) throw new CommandError(`There is a collection ${key} already.`)
  const { titles: listed, ...named } = facts
  const row = { kind: 'collection', key, ...named }
  const ordered = requireRecord({ ...row, ...(listed !== undefined && { titles: listed }) })
  await writeRecord(transaction, requireRecord(row), now)
  const [made] = await find()
  if (!made) throw new Error(`the collection ${key} was not written`)
  const base = ordered.kind === 'collection' ? (ordered.titles ?? []) : []
  await writeTitles(transaction, made.id, { base, add: [], remove: [] })
  await recordChange(transaction)
  return made
}

/** Hides a locked collection everywhere, or shows it again. Its titles stay as they are. */
export async function hideCollection(
  transaction: Database,
  { collection: { id }, isHidden, now }: { collection: CollectionRow; isHidden: boolean; now: Date },
): Promise<void> {
  await transaction.update(collections).set({ isHidden }).where(eq(collections.id, id))
  // Pages of a film series' titles lead to it.
  await transaction.update(titles).set({ updatedAt: now }).where(eq(titles.collectionId, id))
  await recordChange(transaction)
}

/**
 * Merges a locked collection into another one, which keeps its facts and gets the titles that it lacks: of a curated list at
 * the end, of a film series by release. Later files and pages that name the merged collection mean the other one. Returns
 * the number of titles that moved.
 */
export async function mergeCollections(
  transaction: Database,
  { from, into, now }: { from: { id: number } & MergedFacts; into: { id: number } & MergedFacts; now: Date },
): Promise<number> {
  if (from.id === into.id) throw new CommandError('These are the same collection.')
  const isMixed = from.facts.isSeries !== into.facts.isSeries
  if (isMixed && from.facts.titles.length > 0 && into.facts.titles.length > 0)
    throw new CommandError('A film series and a curated list cannot be merged.')
  const series = await transaction
    .update(titles)
    .set({ collectionId: into.id, updatedAt: now })
    .where(eq(titles.collectionId, from.id))
    .returning({ id: titles.id })
  const { rows: moved } = await transaction.execute(sql`
    insert into collection_titles (collection_id, title_id, place)
    select ${into.id}::integer, title_id, row_number() over (order by place, title_id)
      + (select coalesce(max(place), -1) from collection_titles where collection_id = ${into.id})
    from collection_titles where collection_id = ${from.id}
    on conflict (collection_id, title_id) do nothing returning title_id`)
  await orderSeries(
    transaction,
    series.map(({ id }) => id),
  )
  await transaction.update(mergedCollections).set({ intoId: into.id }).where(eq(mergedCollections.intoId, from.id))
  await transaction.delete(collections).where(eq(collections.id, from.id))
  await transaction.insert(mergedCollections).values({ id: from.id, key: from.facts.key, intoId: into.id })
  await recordChange(transaction)
  return moved.length
}

interface MergedFacts {
  facts: CollectionFacts
}

/** Removes a locked collection. The titles of a film series belong to none then. */
export async function removeCollection(transaction: Database, { id }: CollectionRow, now: Date): Promise<void> {
  await transaction.update(titles).set({ collectionId: null, updatedAt: now }).where(eq(titles.collectionId, id))
  await transaction.delete(collections).where(eq(collections.id, id))
  await recordChange(transaction)
}

async function writeTitles(
  transaction: Database,
  collectionId: number,
  { base, add, remove }: { base: readonly string[]; add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const [listed, added, removed] = [
    await titleNumbers(transaction, base),
    await titleNumbers(transaction, add),
    await titleNumbers(transaction, remove),
  ]
  for (const [at, id] of removed.entries())
    if (!listed.includes(id)) throw new CommandError(`${remove[at]} is not in this collection.`)
  const left = listed.filter((id) => !removed.includes(id))
  const rows = [...new Set([...left, ...added])].map((titleId, place) => ({ collectionId, titleId, place }))
  await transaction.delete(collectionTitles).where(eq(collectionTitles.collectionId, collectionId))
  if (rows.length > 0) await transaction.insert(collectionTitles).values(rows)
}

/** The numbers of titles in their order. Throws a `CommandError` if one does not exist. */
export async function titleNumbers(database: Database, names: readonly string[]): Promise<number[]> {
  const numbers: number[] = []
  for (const name of names) numbers.push((await requireTitle(database, name)).id)
  return numbers
}
