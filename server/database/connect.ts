import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import { log } from '#server/platform/log.ts'
import { oneAtATime } from '#server/platform/oneAtATime.ts'
import { startCheckpoints } from './checkpoints.ts'
import { prepareDatabaseFolder } from './databaseFolder.ts'
import { DURABLE_START, DurableNodeFS } from './durableNodeFs.ts'
import { listenOnServer } from './listenOnServer.ts'
import { openServerDatabase, openServerPool } from './serverPool.ts'
import { type DatabaseObserver, type Observed, observeEmbedded } from './statementTimes.ts'

interface Rows<Row> {
  rows: Row[]
}

/** The result of `execute` with both drivers. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/**
 * The embedded or external database, or a transaction on it. Inside a transaction use only the transaction: the
 * embedded database has one connection, so a query beside it would wait forever.
 */
export type Database = PgDatabase<RowsResult>

/** The database and the time. Inside a transaction, `database` is the transaction. */
export interface DatabaseContext {
  database: Database
  /** the current time */
  clock: () => Date
}

/** Runs a read of the catalogue on the database or on a replica of it. A read may run twice and must not write. */
export type QueryCatalogue = <Result>(read: (database: Database) => Promise<Result>) => Promise<Result>

/** Reads the catalogue from the database itself. */
export function queryDirectly(database: Database): QueryCatalogue {
  return (read) => read(database)
}

/** The database as an exclusive job uses it. */
interface ExclusiveAccess {
  database: Database
  /** Applies a folder's pending migrations. */
  applyMigrations(folder: string): Promise<void>
}

export interface Connection {
  database: Database
  /**
   * Runs a job while no other one runs on the same database, in this process or another: migrations, seeding, imports,
   * pictures, periodic tasks. Its statements may take any time, unlike those of `database`.
   */
  exclusively<T>(job: (exclusive: ExclusiveAccess) => Promise<T>): Promise<T>
  /**
   * Calls `onMessage` with every committed message on a channel (`pg_notify`) from any process, and with undefined when
   * messages may have been missed. Returns a function that stops listening.
   */
  listen(channel: string, onMessage: (payload: string | undefined) => void): Promise<() => Promise<void>>
  /** From now on, tells an observer of each statement, and with a database server of each wait for a connection. */
  observe(observer: DatabaseObserver): void
  /** The connections of the pool, and the number of calls that wait for one; the embedded database has none. */
  pool?: () => { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** An arbitrary number, equal in all processes: the advisory lock of `exclusively`. */
const EXCLUSIVE_LOCK = 7_217_001

/** Opens the embedded database in a folder, or in memory (optionally from a snapshot) without one. */
export async function connectEmbedded(
  options: { folder?: string; snapshot?: Blob } = {},
): Promise<Connection & { dump(): Promise<Blob> }> {
  const client = await (options.folder === undefined ? openInMemory(options.snapshot) : openFolder(options.folder))
  const stopCheckpoints = options.folder === undefined ? () => undefined : startCheckpoints(client)
  const database = drizzleLite(client)
  const observed: Observed = {}
  observeEmbedded(client, observed)
  const exclusively = oneAtATime()
  return {
    database: database as unknown as Database,
    // The folder lock guarantees a single process with a single connection.
    exclusively: (job) =>
      exclusively(() =>
        job({
          database: database as unknown as Database,
          applyMigrations: (migrationsFolder) => migrateLite(database, { migrationsFolder }),
        }),
      ),
    listen: async (channel, onMessage) => {
      const stop = await client.listen(channel, onMessage)
      return () => stop()
    },
    observe(observer) {
      observed.observer = observer
    },
    close: () => {
      stopCheckpoints()
      return client.close()
    },
    /** A complete copy, for `snapshot`. */
    dump: () => client.dumpDataDir('none'),
  }
}

function openInMemory(snapshot: Blob | undefined): Promise<PGlite> {
  return PGlite.create({ extensions: { pg_trgm }, ...(snapshot !== undefined && { loadDataDir: snapshot }) })
}

/** Opens the database of a folder. A commit is on the disk when its statement resolves. */
async function openFolder(folder: string): Promise<PGlite> {
  const open = (path: string) =>
    PGlite.create({
      extensions: { pg_trgm },
      fs: new DurableNodeFS(path),
      startParams: DURABLE_START,
      onStderr: endOnPanic,
    })
  await prepareDatabaseFolder(folder, async (draft) => (await open(draft)).close())
  return open(folder)
}

/**
 * Ends the process when PostgreSQL cannot write its log, because the disk is full or fails: PGlite would block the event
 * loop for good. Nothing acknowledged is lost; the next start replays the log.
 */
function endOnPanic(line: string): boolean {
  const reason = /\bPANIC: +(.*)/.exec(line)?.[1]
  if (reason !== undefined) {
    log.fatal(`The embedded database stopped: ${reason}. Check the disk of DATA_DIR and start the server again.`)
    process.exit(1)
  }
  // Keeps PGlite from printing the line.
  return false
}

/** Connects to a PostgreSQL server with a pool. */
export async function connectServer(url: string): Promise<Connection> {
  const observed: Observed = {}
  const pool = openServerPool(url, { observed })
  return {
    database: openServerDatabase(pool) as unknown as Database,
    async exclusively(job) {
      const patient = openServerPool(url, { isPatient: true })
      try {
        const client = await patient.connect()
        try {
          await client.query('select pg_advisory_lock($1)', [EXCLUSIVE_LOCK])
          const database = openServerDatabase(patient)
          return await job({
            database: database as unknown as Database,
            applyMigrations: (migrationsFolder) => migrateNode(database, { migrationsFolder }),
          })
        } finally {
          // Closing the connection releases the lock.
          client.release(true)
        }
      } finally {
        await patient.end()
      }
    },
    listen: (channel, onMessage) => listenOnServer(url, channel, onMessage),
    observe(observer) {
      observed.observer = observer
    },
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** Connects to a replica of a PostgreSQL server. Its transactions cannot write. */
export function connectReplica(url: string, observed: Observed): Pick<Connection, 'database' | 'close'> {
  const pool = openServerPool(url, { isReadOnly: true, observed })
  return { database: openServerDatabase(pool) as unknown as Database, close: () => pool.end() }
}

/** Connects to `url` if given, otherwise opens the embedded database in its folder. */
export function connect(options: { url?: string | undefined; folder: string }): Promise<Connection> {
  return options.url === undefined ? connectEmbedded({ folder: options.folder }) : connectServer(options.url)
}
