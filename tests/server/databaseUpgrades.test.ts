import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, connectEmbedded, connectServer } from '#server/database/connect.ts'
import { createMigrationCheck } from '#server/database/migrate.ts'
import { FORMAT, MANIFEST, type Manifest, tableFile } from '#server/operator/backup/manifest.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { everyRow, newFolder, restoreOver } from '#tests/harness/fixtures/backups.ts'
import { SCHEMAS, schemaFile } from '#tests/harness/fixtures/schemas.ts'
import { databaseKinds } from '#tests/harness/server.ts'

/** Creating and migrating a database takes seconds on a busy machine. */
const TIMEOUT = 120_000

type Row = Record<string, unknown>

/** Values that migrations have changed: the value of a column now, or undefined if the column is gone. */
const CHANGED: Record<string, (row: Row) => unknown> = {
  // Moved to `clearances`, which is checked below.
  'versions.watchlist_cleared': () => undefined,
  'search_words.sound': () => undefined,
  // Pushes wait for their subscription instead.
  'pushes.attempts': () => undefined,
  // A restored database continues the counters.
  'versions.version': () => expect.any(Number),
}

function readFixture(tag: string): { schema: number; tables: Map<string, Row[]> } {
  const [head = '{}', ...lines] = readFileSync(schemaFile(tag), 'utf8').trimEnd().split('\n')
  const tables = new Map<string, Row[]>()
  for (const line of lines) {
    const { table, row } = JSON.parse(line) as { table: string; row: Row }
    tables.set(table, [...(tables.get(table) ?? []), row])
  }
  return { schema: (JSON.parse(head) as { schema: number }).schema, tables }
}

/** Writes the fixture's rows as a backup of that version would have them. */
async function writeAsBackup(folder: string, tag: string): Promise<void> {
  const { schema, tables } = readFixture(tag)
  await mkdir(join(folder, 'tables'))
  const stored: Manifest['tables'] = []
  for (const [name, rows] of tables) {
    await writeFile(tableFile(folder, name), gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
    stored.push({ name, rows: rows.length, bytes: 0, sha256: '0'.repeat(64) })
  }
  const manifest: Manifest = {
    ...{ format: FORMAT, createdAt: new Date().toISOString(), schema, hasFilms: false },
    ...{ tables: stored, sequences: [], files: [] },
  }
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest))
}

test('every schema has a fixture of its own', () => {
  for (const { tag, when } of SCHEMAS) {
    const file = schemaFile(tag)
    expect(existsSync(file), `${tag}: npx tsx tests/harness/fixtures/makeSchemas.ts`).toBe(true)
    expect(readFixture(tag).schema).toBe(when)
  }
  const files = readdirSync(join(schemaFile('x'), '..')).map((name) => basename(name, '.ndjson'))
  expect(files.toSorted()).toEqual(SCHEMAS.map(({ tag }) => tag))
})

describe.each(databaseKinds)('on %s, a database of the schema', (kind) => {
  let folder: string
  let connection: Connection
  beforeAll(async () => {
    connection = kind === 'pglite' ? await connectEmbedded() : await connectServer((await createEmptyDatabase()).url)
  }, TIMEOUT)
  afterAll(() => connection.close())
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => rm(folder, { recursive: true }))

  test.each(SCHEMAS.map(({ tag }) => tag))('%s is upgraded with all its rows', { timeout: TIMEOUT }, async (tag) => {
    await writeAsBackup(folder, tag)
    await restoreOver(connection, folder)
    await createMigrationCheck(connection.database)()
    const now = await everyRow(connection.database)
    const { tables } = readFixture(tag)
    for (const [table, rows] of tables) {
      const found = (now[table] ?? []).map((line) => JSON.parse(line) as Row)
      for (const row of rows) {
        const expected = Object.entries(row).flatMap(([column, value]) => {
          const change = CHANGED[`${table}.${column}`]
          const is = change ? change(row) : value
          return is === undefined ? [] : [[column, is]]
        })
        expect(found, `${table} in ${tag}`).toContainEqual(expect.objectContaining(Object.fromEntries(expected)))
      }
      if (table !== 'clearances') expect(found, `${table} in ${tag}`).toHaveLength(rows.length)
    }
    const cleared = (tables.get('versions') ?? []).filter((row) => Number(row.watchlist_cleared ?? 0) > 0)
    for (const { user_id, watchlist_cleared } of cleared) {
      const { rows } = await connection.database.execute(
        sql`select version from clearances where user_id = ${user_id} and list = 'watchlist'`,
      )
      expect(rows.map(({ version }) => Number(version))).toEqual([watchlist_cleared])
    }
  })
})
