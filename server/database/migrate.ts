import { sql } from 'drizzle-orm'
import type { Connection, Database } from './connect.ts'

/** Beside this file in the sources; the server's build puts a copy beside the bundle. */
const FOLDER = `${import.meta.dirname}/migrations`

/** Brings the database to the schema of this version; any number of processes may start at once. */
export async function migrate(connection: Connection): Promise<void> {
  await connection.alone(async () => {
    await connection.database.execute(sql`create extension if not exists pg_trgm`)
    await requirePersianTrigrams(connection.database)
    await connection.applyMigrations(FOLDER)
  })
}

/** In a database of ctype C the trigrams of Persian text are empty, and every search would quietly find nothing. */
async function requirePersianTrigrams(database: Database): Promise<void> {
  const { rows } = await database.execute<{ count: number | null }>(
    sql`select array_length(show_trgm('سلام'), 1) as count`,
  )
  if (!rows[0]?.count) {
    throw new Error('The database cannot search Persian text: create it with a UTF-8 locale (LC_CTYPE), not "C".')
  }
}
