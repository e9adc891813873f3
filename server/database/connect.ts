import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { listenOnServer } from './listenOnServer.ts'
import { PlanningClient } from './planningClient.ts'

interface Rows<Row> {
  rows: Row[]
}

/** What `execute` gives on both drivers. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/**
 * The database, embedded or a server, and any transaction on it: whoever takes a `Database` can be handed a
 * transaction. Inside a transaction use only the transaction: the embedded database has one connection, and a
 * query beside it waits for ever.
 */
export type Database = PgDatabase<RowsResult>

/** What most of the server's functions need. Inside a transaction, `database` is the transaction. */
export interface DatabaseContext {
  database: Database
  /** the current time */
  clock: () => Date
}

export interface Connection {
  database: Database
  /** Applies the migrations of a folder that are not applied yet. */
  applyMigrations(folder: string): Promise<void>
  /** Runs a job while no other process on the same database runs one: migrating, seeding. */
  alone<T>(job: () => Promise<T>): Promise<T>
  /**
   * Calls back with what any process says on a channel (`pg_notify`), once its transaction is committed; with nothing
   * when some of it may have been missed. Answers how to stop.
   */
  listen(channel: string, heard: (said: string | undefined) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Any number, the same in every process: the name of the lock that `alone` takes. */
const ALONE_LOCK = 7_217_001

/** The embedded database in a folder, or in memory (optionally from a snapshot) when there is no folder. */
export async function connectEmbedded(
  options: { folder?: string; snapshot?: Blob } = {},
): Promise<Connection & { dump(): Promise<Blob> }> {
  const client = await PGlite.create({
    extensions: { pg_trgm },
    ...(options.folder !== undefined && { dataDir: options.folder }),
    ...(options.snapshot !== undefined && { loadDataDir: options.snapshot }),
  })
  const database = drizzleLite(client)
  return {
    database: database as unknown as Database,
    applyMigrations: (migrationsFolder) => migrateLite(database, { migrationsFolder }),
    // One process, one connection: the folder lock has seen to it.
    alone: (job) => job(),
    listen: async (channel, heard) => {
      const stop = await client.listen(channel, heard)
      return () => stop()
    },
    close: () => client.close(),
    /** Everything in it, for `snapshot`. */
    dump: () => client.dumpDataDir('none'),
  }
}

/** A PostgreSQL server, by a pool of connections. */
export async function connectServer(url: string): Promise<Connection> {
  const pool = new pg.Pool({
    Client: PlanningClient,
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    // To compile a statement takes hundreds of times as long as any of ours, the planner's guess at a million rows or not.
    options: '-c jit=off',
    // What a process that fell silent had locked is free again after this long.
    idle_in_transaction_session_timeout: 30_000,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.error('database connection lost:', error.message))
  const database = drizzleNode(pool)
  return {
    database: database as unknown as Database,
    applyMigrations: (migrationsFolder) => migrateNode(database, { migrationsFolder }),
    async alone(job) {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [ALONE_LOCK])
        return await job()
      } finally {
        await client.query('select pg_advisory_unlock($1)', [ALONE_LOCK]).finally(() => client.release())
      }
    },
    listen: (channel, heard) => listenOnServer(url, channel, heard),
    close: () => pool.end(),
  }
}

/** By `DATABASE_URL` when there is one, else the embedded database in its folder. */
export function connect(options: { url?: string | undefined; folder: string }): Promise<Connection> {
  return options.url === undefined ? connectEmbedded({ folder: options.folder }) : connectServer(options.url)
}
