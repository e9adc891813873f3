import { createHash } from 'node:crypto'
import { openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { seedCatalogue } from '#server/catalogue/seed.ts'
import { type Connection, connectEmbedded, connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { givePlans } from '#server/premium/plans.ts'

export type DatabaseKind = 'pglite' | 'postgres'

const serverUrl = process.env.TEST_DATABASE_URL

/** The databases a server test runs on: the embedded one always, PostgreSQL when `TEST_DATABASE_URL` names one. */
export const databaseKinds: DatabaseKind[] = serverUrl === undefined ? ['pglite'] : ['pglite', 'postgres']

const idle: Record<DatabaseKind, Connection[]> = { pglite: [], postgres: [] }

let prepared: Promise<Blob> | undefined

/** A migrated database with the small catalogue and no people; give it back with `release` for the next test. */
export async function takeDatabase(kind: DatabaseKind): Promise<Connection> {
  const kept = idle[kind].pop()
  if (kept) return kept
  if (kind === 'postgres') return newDatabase()
  // One at a time in a process: two would write the same draft.
  prepared ??= snapshot()
  return connectEmbedded({ snapshot: await prepared })
}

/** Takes the people out and keeps the database for the next test of this file. */
export async function release(kind: DatabaseKind, connection: Connection): Promise<void> {
  await connection.database.execute(sql`truncate users, throttles, like_counts restart identity cascade`)
  idle[kind].push(connection)
}

async function prepare(connection: Connection): Promise<void> {
  await migrate(connection)
  await seedCatalogue(connection)
  await givePlans(connection.database)
}

/** The prepared embedded database as a file: loading it takes a fraction of making it. */
async function snapshot(): Promise<Blob> {
  const file = join(resolve('.cache'), `test-database-${fingerprint()}.tar`)
  try {
    return await openAsBlob(file)
  } catch {
    const connection = await connectEmbedded()
    await prepare(connection)
    const made = await connection.dump()
    await connection.close()
    await mkdir(resolve('.cache'), { recursive: true })
    const draft = `${file}.${process.pid}`
    await writeFile(draft, Buffer.from(await made.arrayBuffer()))
    await rename(draft, file)
    return made
  }
}

/** Of all that the prepared database is made from. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const folder of ['server/database/migrations', 'server/catalogue', 'server/premium']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (/\.(sql|ts|json)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** A database of its own on the test server, dropped when the file is done. */
async function newDatabase(): Promise<Connection> {
  const { url, drop } = await anEmptyDatabase()
  const connection = await connectServer(url)
  await prepare(connection)
  return {
    ...connection,
    async close() {
      await connection.close()
      await drop()
    },
  }
}

/** A new database on the test server, with nothing in it. */
export async function anEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `parde_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await onServer(`create database ${name}`)
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Ends every database this file took; vitest calls it by `afterAll` in the server harness. */
export async function closeDatabases(): Promise<void> {
  const all = Object.values(idle).flatMap((connections) => connections.splice(0))
  await Promise.all(all.map((connection) => connection.close()))
}
