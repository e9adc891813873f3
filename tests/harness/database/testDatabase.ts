import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import pg from 'pg'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { type Connection, connectEmbedded, connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { seedPlans } from '#server/premium/plans.ts'
import { quicken } from './quickDatabase.ts'

export type DatabaseKind = 'pglite' | 'postgres'

const serverUrl = process.env.TEST_DATABASE_URL

/** The databases that server tests run on: the embedded one, and PostgreSQL when `TEST_DATABASE_URL` names a server. */
export const databaseKinds: DatabaseKind[] = serverUrl === undefined ? ['pglite'] : ['pglite', 'postgres']

const idle: Record<DatabaseKind, Connection[]> = { pglite: [], postgres: [] }

let prepared: Promise<Blob> | undefined

const coming = new WeakMap<Connection, (typeof titles.$inferSelect)[]>()

/** Takes a migrated database with the small catalogue and no users. `release` returns it for the next test. */
export async function takeDatabase(kind: DatabaseKind): Promise<Connection> {
  const reused = idle[kind].pop()
  if (reused) return reused
  if (kind === 'postgres') return newDatabase()
  // Once per process: two calls would write the same draft file.
  prepared ??= snapshot()
  const connection = await connectEmbedded({ snapshot: await prepared })
  quicken(connection.database)
  return noted(connection)
}

/**
 * Deletes all users with their rows, also those that outlive an account, and keeps the database for the next test of this process. `truncate` is twenty times
 * slower than deleting the few rows, since it writes new files for each table and index.
 */
export async function release(kind: DatabaseKind, connection: Connection): Promise<void> {
  const { database } = connection
  await database.execute(sql`
    with people as (delete from users), tries as (delete from throttles), likes as (delete from like_counts),
    metrics as (delete from user_metrics), work as (delete from jobs), changes as (delete from audit_log),
    bought as (delete from orders), written as (delete from comments where user_id is null and author is null),
    ended as (delete from ended_tokens) select`)
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
  if (came.length > 0) await recordChange(database)
  idle[kind].push(connection)
}

async function prepare(connection: Connection): Promise<void> {
  await migrate(connection)
  await seedCatalogue(connection, readCatalogue())
  await seedPlans(connection.database)
}

/** The prepared embedded database as a file, cached: loading it takes a fraction of the time to create it. */
async function snapshot(): Promise<Blob> {
  const file = join(resolve('.cache'), `test-database-${fingerprint()}.tar`)
  try {
    // Read into memory, since another process may replace the file.
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

/** A hash of everything the prepared database is made from. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const folder of ['server/database/migrations', 'server/catalogue', 'demo/catalogue', 'server/premium']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (/\.(sql|ts|json)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

let template: Promise<string> | undefined

/**
 * Creates a prepared database on the test server, as a copy of a first one: migrating and seeding takes seconds.
 * `dropDatabases` drops both after the run.
 */
async function newDatabase(): Promise<Connection> {
  template ??= prepareTemplate()
  const { url } = await createEmptyDatabase(await template)
  return noted(await connectServer(url))
}

/** Returns the name of a prepared database without connections, which PostgreSQL can copy. */
async function prepareTemplate(): Promise<string> {
  const { name, url } = await createEmptyDatabase()
  const connection = await connectServer(url)
  await prepare(connection)
  await connection.close()
  return name
}

/** Records the upcoming titles, so that `release` can undo a test that moved the clock past their release. */
async function noted(connection: Connection): Promise<Connection> {
  coming.set(connection, await connection.database.select().from(titles).where(eq(titles.isComing, true)))
  return connection
}

/** Creates an empty database on the test server, or a copy of a `source`. */
export async function createEmptyDatabase(
  source?: string,
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `${prefix(process.ppid)}${Math.random().toString(36).slice(2, 10)}`
  await onServer(`create database ${name}${source === undefined ? '' : ` template ${source}`}`)
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Closes all idle databases, so that a program outside vitest can exit. */
export async function closeDatabases(): Promise<void> {
  const all = Object.values(idle).flatMap((connections) => connections.splice(0))
  await Promise.all(all.map((connection) => connection.close()))
}

/** Drops the databases that the processes of a run created on the test server. */
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

/** The name prefix of a run's databases. `leader` is the id of the process that started the run. */
function prefix(leader: number): string {
  return `parde_test_${leader}_`
}
