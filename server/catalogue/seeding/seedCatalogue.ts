import { sql } from 'drizzle-orm'
import { noteChange, stateOf } from '#server/catalogue/cache/catalogueState.ts'
import { readCatalogue } from '#server/catalogue/read.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import { rowsOf, versionOf } from './catalogueRows.ts'
import { countWorks, writeRows } from './writeRows.ts'

/**
 * Brings the database to the catalogue of this version of Parde: fills an empty one, corrects an older one, and does
 * nothing where it is there already. Answers how many titles were new or different.
 */
export async function seedCatalogue(connection: Connection, now = new Date()): Promise<number> {
  const rows = rowsOf(readCatalogue())
  const version = versionOf(rows)
  if ((await stateOf(connection.database)).dataVersion === version) return 0
  return connection.alone(async () => {
    // Another process may have done it while this one waited.
    if ((await stateOf(connection.database)).dataVersion === version) return 0
    const changed = await connection.database.transaction(async (transaction) => {
      const written = await writeRows(transaction, rows, now)
      await countWorks(transaction)
      await noteChange(transaction, version)
      return written
    })
    await tidy(connection.database)
    return changed
  })
}

/** After much was written: the planner's statistics, and the indexes' waiting lists worked off. */
export async function tidy(database: Database): Promise<void> {
  for (const table of ['titles', 'people', 'credits', 'episodes', 'search_words', 'collections', 'collection_titles']) {
    await database.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  }
}
