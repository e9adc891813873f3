import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Connection, Database } from './connect.ts'

/** Beside this file in the sources; the build copies the folder beside the bundle. */
const FOLDER = `${import.meta.dirname}/migrations`

/**
 * Migrates the database to this version's schema, or only up to an earlier migration. Any number of processes may call it
 * at once.
 */
export async function migrate(connection: Connection, { upTo }: { upTo?: number } = {}): Promise<void> {
  await connection.exclusively(async ({ database, applyMigrations }) => {
    // Required by an early migration.
    await database.execute(sql`create extension if not exists pg_trgm`)
    if (upTo === undefined) await applyMigrations(FOLDER)
    else await withMigrationsUpTo(upTo, applyMigrations)
  })
}

/** Drizzle applies a whole folder, so earlier migrations are copied into one of their own. */
async function withMigrationsUpTo(upTo: number, apply: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parde-migrations-'))
  try {
    cpSync(FOLDER, folder, { recursive: true })
    const journal = join(folder, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.filter(({ when }) => when <= upTo) }))
    await apply(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The migrations of this version in order, by the number that the database stores: their time in ms. */
export function knownSchemas(): number[] {
  return readMigrationFiles({ migrationsFolder: FOLDER }).map(({ folderMillis }) => folderMillis)
}

/** The newest migration of a database; undefined if it has none. */
export async function schemaOf(database: Database): Promise<number | undefined> {
  const { rows: found } = await database.execute<{ is: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  )
  if (!found[0]?.is) return undefined
  const { rows } = await database.execute<{ applied: string | null }>(
    sql`select max(created_at) as applied from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.applied ? Number(rows[0].applied) : undefined
}

/**
 * Returns a check that rejects while the database does not answer, or lacks a migration of this version. Reads the
 * migrations once.
 */
export function createMigrationCheck(database: Database): () => Promise<void> {
  const newest = Math.max(...knownSchemas())
  return async () => {
    if (((await schemaOf(database)) ?? 0) < newest) throw new Error('The database lacks migrations of this version')
  }
}
