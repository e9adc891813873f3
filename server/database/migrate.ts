import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Connection, Database } from './connect.ts'

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

/**
 * Returns a check that rejects while the database does not answer, or lacks a migration of this version. Reads the
 * migrations once.
 */
export function createMigrationCheck(database: Database): () => Promise<void> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder: FOLDER }).map(({ folderMillis }) => folderMillis))
  return async () => {
    const { rows } = await database.execute<{ applied: string | null }>(
      sql`select max(created_at) as applied from drizzle.__drizzle_migrations`,
    )
    if (Number(rows[0]?.applied ?? 0) < newest) throw new Error('The database lacks migrations of this version')
  }
}
