import { sql } from 'drizzle-orm'
import type { Connection } from './connect.ts'

/** Beside this file in the sources; the server's build puts a copy beside the bundle. */
const FOLDER = `${import.meta.dirname}/migrations`

/** Brings the database to the schema of this version; any number of processes may start at once. */
export async function migrate(connection: Connection): Promise<void> {
  await connection.alone(async () => {
    // An early migration asks for it.
    await connection.database.execute(sql`create extension if not exists pg_trgm`)
    await connection.applyMigrations(FOLDER)
  })
}
