import { eq } from 'drizzle-orm'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import type { Database } from '#server/database/connect.ts'
import { collections, collectionTitles, titles } from '#server/database/schema/catalogue.ts'
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
  const { isSeries, titles: members, ...stored } = before
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
