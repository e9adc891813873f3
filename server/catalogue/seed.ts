import { sql } from 'drizzle-orm'
import type { Connection, Database } from '#server/database/connect.ts'
import { readCatalogue } from './read.ts'
import { rowsOf, versionOf } from './rows.ts'
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

/** What the catalogue holds now. */
export async function stateOf(database: Database): Promise<{ dataVersion: string | null; revision: number }> {
  const { rows } = await database.execute<{ dataVersion: string | null; revision: number }>(
    sql`select data_version as "dataVersion", revision from catalogue_state`,
  )
  return rows[0] ?? { dataVersion: null, revision: 0 }
}

/** Says that something in the catalogue has changed; without a version that of the data stays as it is. */
export async function noteChange(database: Database, version: string | null = null): Promise<void> {
  await database.execute(sql`
    insert into catalogue_state (id, data_version, revision) values (1, ${version}, 1)
    on conflict (id) do update set revision = catalogue_state.revision + 1,
      data_version = coalesce(excluded.data_version, catalogue_state.data_version)`)
}

/** After much was written: the planner's statistics, and the indexes' waiting lists worked off. */
export async function tidy(database: Database): Promise<void> {
  for (const table of ['titles', 'people', 'credits', 'episodes', 'search_words', 'collections']) {
    await database.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  }
}
