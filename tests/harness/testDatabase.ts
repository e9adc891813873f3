import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import pg from 'pg'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { noteChange } from '#server/catalogue/cache/catalogueState.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { type Connection, connectEmbedded, connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { givePlans } from '#server/premium/plans.ts'
import { quicken } from './quickDatabase.ts'

export type DatabaseKind = 'pglite' | 'postgres'

const serverUrl = process.env.TEST_DATABASE_URL

/** The databases a server test runs on: the embedded one always, PostgreSQL when `TEST_DATABASE_URL` names one. */
export const databaseKinds: DatabaseKind[] = serverUrl === undefined ? ['pglite'] : ['pglite', 'postgres']

const idle: Record<DatabaseKind, Connection[]> = { pglite: [], postgres: [] }

let prepared: Promise<Blob> | undefined

const coming = new WeakMap<Connection, (typeof titles.$inferSelect)[]>()

/** A migrated database with the small catalogue and no people; give it back with `release` for the next test. */
export async function takeDatabase(kind: DatabaseKind): Promise<Connection> {
  const kept = idle[kind].pop()
  if (kept) return kept
  if (kind === 'postgres') return newDatabase()
  // One at a time in a process: two would write the same draft.
  prepared ??= snapshot()
  const connection = await connectEmbedded({ snapshot: await prepared })
  quicken(connection.database)
  return noted(connection)
}

/**
 * Takes the people out, and all that is theirs with them, and keeps the database for the next test of this process. Row
 * by row: they are few, and emptying whole tables writes new files for each of them and its indexes, twenty times as slow.
 */
export async function release(kind: DatabaseKind, connection: Connection): Promise<void> {
  const { database } = connection
  await database.execute(sql`
    with people as (delete from users), tries as (delete from throttles), likes as (delete from like_counts) select`)
  const awaited = coming.get(connection) ?? []
  const came = await database
    .select({ id: titles.id })
    .from(titles)
    .where(
      and(
        inArray(
          titles.id,
          awaited.map(({ id }) => id),
        ),
        not(titles.isComing),
      ),
    )
  for (const { id, updatedAt } of awaited.filter((title) => came.some(({ id }) => id === title.id))) {
    await database.update(titles).set({ isComing: true, updatedAt }).where(eq(titles.id, id))
  }
  if (came.length > 0) await noteChange(database)
  idle[kind].push(connection)
}

async function prepare(connection: Connection): Promise<void> {
  await migrate(connection)
  await seedCatalogue(connection, readCatalogue())
  await givePlans(connection.database)
}

/** The prepared embedded database as a file: loading it takes a fraction of making it. */
async function snapshot(): Promise<Blob> {
  const file = join(resolve('.cache'), `test-database-${fingerprint()}.tar`)
  try {
    // In memory: somebody else may write the same file meanwhile.
    return new Blob([await readFile(file)])
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
  for (const folder of ['server/database/migrations', 'server/catalogue', 'demo/catalogue', 'server/premium']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (/\.(sql|ts|json)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** A database of its own on the test server, dropped when the run is over. */
async function newDatabase(): Promise<Connection> {
  const { url } = await anEmptyDatabase()
  const connection = await connectServer(url)
  await prepare(connection)
  return noted(connection)
}

/** Remembers what a test's later days would publish, so that it can be to come again. */
async function noted(connection: Connection): Promise<Connection> {
  coming.set(connection, await connection.database.select().from(titles).where(eq(titles.isComing, true)))
  return connection
}

/** A new database on the test server, with nothing in it. */
export async function anEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${prefix(process.ppid)}${Math.random().toString(36).slice(2, 10)}`
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

/** Ends every database this process took and gave back: for a program that is to end by itself. */
export async function closeDatabases(): Promise<void> {
  const all = Object.values(idle).flatMap((connections) => connections.splice(0))
  await Promise.all(all.map((connection) => connection.close()))
}

/** Drops what the processes of a run left on the test server; the databases live as long as their processes. */
export async function dropDatabases(): Promise<void> {
  if (serverUrl === undefined) return
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select datname from pg_database where datname like $1', [
      `${prefix(process.pid)}%`,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

/** Of the databases of a run, by the process that leads it. */
function prefix(leader: number): string {
  return `parde_test_${leader}_`
}
