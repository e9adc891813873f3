import { gte, sql } from 'drizzle-orm'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { GENERATED_IDS } from '#server/catalogue/ids.ts'
import { rowsOf } from '#server/catalogue/seeding/catalogueRows.ts'
import { vacuum } from '#server/catalogue/seeding/seedCatalogue.ts'
import { countWorks, writeRows } from '#server/catalogue/seeding/writeRows.ts'
import type { Connection } from '#server/database/connect.ts'
import { credits, people, titles } from '#server/database/schema/catalogue.ts'
import { comments } from '#server/database/schema/comments.ts'
import { history, likeCounts, likes, watchlist } from '#server/database/schema/personal.ts'
import { inBulk } from './bulkWrite.ts'
import { generateCatalogue } from './generateCatalogue.ts'

/**
 * Adds generated titles for measuring, up to `count`. Returns how many were added; `report` is called every few
 * thousand titles.
 */
export async function growCatalogue(
  connection: Connection,
  count: number,
  report: (written: number) => void = () => {},
): Promise<number> {
  return connection.exclusively(async ({ database }) => {
    const before = await database.$count(titles, gte(titles.id, GENERATED_IDS))
    if (before >= count) return 0
    await inBulk(database, async (transaction) => {
      let written = 0
      for (const { catalogue, ids } of generateCatalogue(before, count)) {
        written += await writeRows(transaction, rowsOf(catalogue, ids), new Date())
        report(written)
      }
      await countWorks(transaction)
      await recordChange(transaction)
    })
    await vacuum(database)
    return count - before
  })
}

/** Deletes all generated titles and the users' rows about them. */
export async function shrinkCatalogue(connection: Connection): Promise<void> {
  await connection.exclusively(async ({ database }) => {
    await inBulk(database, async (transaction) => {
      // Their marks and replies are deleted with them; requests stay without their title.
      for (const table of [watchlist, history, comments]) {
        await transaction.delete(table).where(gte(table.titleId, GENERATED_IDS))
      }
      await transaction.delete(likes).where(gte(likes.titleId, GENERATED_IDS))
      await transaction.delete(likeCounts).where(gte(likeCounts.titleId, GENERATED_IDS))
      await transaction.delete(credits).where(gte(credits.titleId, GENERATED_IDS))
      await transaction.delete(titles).where(gte(titles.id, GENERATED_IDS))
      await transaction.delete(people).where(gte(people.id, GENERATED_IDS))
      // The next seeding writes the remaining words again.
      await transaction.execute(sql`truncate search_words`)
      await transaction.execute(sql`update catalogue_state set data_version = null, revision = revision + 1`)
    })
    await vacuum(database)
  })
}
