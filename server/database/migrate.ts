import { sql } from 'drizzle-orm'
import type { Connection } from './connect.ts'

/** Beside this file in the sources; the build copies the folder beside the bundle. */
const FOLDER = `${import.meta.dirname}/migrations`

/** Migrates the database to this version's schema. Any number of processes may call it at once. */
export async function migrate(connection: Connection): Promise<void> {
  await connection.exclusively(async ({ database, applyMigrations }) => {
    // Required by an early migration.
    await database.execute(sql`create extension if not exists pg_trgm`)
    await applyMigrations(FOLDER)
  })
}
