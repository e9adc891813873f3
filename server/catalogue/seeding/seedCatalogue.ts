import { sql } from 'drizzle-orm'
import { readCatalogueState, recordChange } from '#server/catalogue/cache/catalogueState.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import type { Catalogue } from './catalogueRecords.ts'
import { rowsOf, versionOf } from './catalogueRows.ts'
import { countWorks, writeRows } from './writeRows.ts'

/**
 * Brings the database to this catalogue: fills an empty database, corrects an older catalogue, and does nothing if the
 * database has it already. Returns how many titles are new or changed.
 */
export async function seedCatalogue(connection: Connection, catalogue: Catalogue, now = new Date()): Promise<number> {
  const rows = rowsOf(catalogue)
  const version = versionOf(rows)
  if ((await readCatalogueState(connection.database)).dataVersion === version) return 0
  return connection.exclusively(async ({ database }) => {
    // Another process may have seeded it while this one waited for the lock.
    if ((await readCatalogueState(database)).dataVersion === version) return 0
    const changed = await database.transaction(async (transaction) => {
      const written = await writeRows(transaction, rows, now)
      await countWorks(transaction)
      await recordChange(transaction, version)
      return written
    })
    await vacuum(database)
    return changed
  })
}

/** After bulk writes: updates the planner's statistics and merges the GIN indexes' pending lists. */
export async function vacuum(database: Database): Promise<void> {
  for (const table of ['titles', 'people', 'credits', 'episodes', 'search_words', 'collections', 'collection_titles']) {
    await database.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  }
}
