import { eq } from 'drizzle-orm'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { fingerprintOf } from '#server/catalogue/import/batchRows.ts'
import { parseRecord } from '#server/catalogue/import/readRecords.ts'
import { countWorks } from '#server/catalogue/seeding/writeRows.ts'
import type { Database } from '#server/database/connect.ts'
import { collections, credits, titles } from '#server/database/schema/catalogue.ts'
import { CommandError } from '#server/operator/command.ts'
import { type TitleFacts, titleFacts } from './storedFacts.ts'
import { type Facts, requireRecord, writeRecord } from './writeFacts.ts'

type TitleRow = typeof titles.$inferSelect

/** The facts that `title edit` changes: those of the import format except pictures and the names that identify a title. */
export const TITLE_FACTS = [
  ...['type', 'titleFa', 'titleEn', 'otherNames', 'year', 'releasedAt', 'runtime', 'ageRating', 'countries'],
  ...['languages', 'genres', 'rating', 'votes', 'tomatoes', 'isDubbed', 'hasSubtitle', 'synopsis', 'directors', 'cast'],
  ...['collection', 'seasons', 'access'],
] as const

/**
 * Changes facts of a locked title and returns all facts afterwards. The whole row is written as an import writes it, so
 * people, series and search words follow. The fingerprint stays that of the last imported row: the same row in a later
 * file leaves the change as it is. Facts that are the same write nothing.
 */
export async function editTitle(
  transaction: Database,
  { title, before, changes, now }: { title: TitleRow; before: TitleFacts; changes: Facts; now: Date },
): Promise<TitleFacts> {
  const { id, fingerprint } = title
  if (title.imdb === null && title.key === null)
    throw new CommandError(`Title ${id} has neither an IMDb id nor a key: it belongs to the demo and is not edited.`)
  await requireCollection(transaction, changes.collection)
  const { isHidden, ...stored } = before
  const row = { kind: 'title', ...stored }
  const record = requireRecord({ ...row, ...changes })
  const { record: unchanged } = parseRecord(row)
  const isShown = isHidden && changes.access !== undefined && changes.access !== 'hidden'
  if (!isShown && hashOf(record) === hashOf(unchanged)) return before
  const people = await peopleOf(transaction, id)
  await transaction.update(titles).set({ fingerprint: '' }).where(eq(titles.id, id))
  await writeRecord(transaction, record, now)
  // The record has one field for two columns: what it does not name stays.
  const kept =
    changes.access === undefined
      ? { access: title.access, isHidden }
      : changes.access === 'hidden'
        ? { access: title.access }
        : {}
  const [written] = await transaction
    .update(titles)
    .set({ fingerprint, ...kept })
    .where(eq(titles.id, id))
    .returning()
  await countWorks(transaction, [...people, ...(await peopleOf(transaction, id))])
  await recordChange(transaction)
  return titleFacts(transaction, written ?? title)
}

function hashOf(record: ReturnType<typeof requireRecord> | undefined): string | undefined {
  return record?.kind === 'title' ? fingerprintOf(record) : undefined
}

async function requireCollection(database: Database, key: unknown): Promise<void> {
  if (typeof key !== 'string' || key === '') return
  if ((await database.$count(collections, eq(collections.key, key))) === 0)
    throw new CommandError(`There is no collection ${key}: import it first.`)
}

/** The numbers of the people of a title. */
export async function peopleOf(database: Database, titleId: number): Promise<number[]> {
  const rows = await database.selectDistinct({ id: credits.personId }).from(credits).where(eq(credits.titleId, titleId))
  return rows.map(({ id }) => id)
}
