import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { reportError } from '#server/platform/reportError.ts'
import { createPlanningClient } from './planningClient.ts'
import { type Observed, untilEnd } from './statementTimes.ts'

/** Maximum number of connections of a process. */
const CONNECTIONS_MAX = 20
/** How long opening a connection, or waiting for one of the pool, may take, in ms. */
const CONNECT_TIMEOUT = 8_000
/** The database cancels a longer statement, in ms: it would outlive the call that waits for it. */
const STATEMENT_TIMEOUT = 8_000
/**
 * A connection in use without any traffic for this long is closed, in ms. Longer than `STATEMENT_TIMEOUT`, so it only
 * happens when the database or the network is silent. No transaction may pause for this long.
 */
const SILENCE_TIMEOUT = 10_000
/** TCP keep-alive probes start after this, in ms. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Opens a pool of connections. `isPatient` is for migrations and bulk work: its statements may take any time. `isReadOnly`
 * makes every statement that writes fail. Reports each statement and each wait for a connection to `observed`.
 */
export function openServerPool(
  url: string,
  {
    isPatient = false,
    isReadOnly = false,
    observed = {},
  }: { isPatient?: boolean; isReadOnly?: boolean; observed?: Observed } = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: createPlanningClient(observed),
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...KEEP_ALIVE,
    // JIT compilation takes hundreds of times longer than any of our queries, whatever the planner estimates.
    options: `-c jit=off${isReadOnly ? ' -c default_transaction_read_only=on' : ''}`,
    // Releases the locks of a process that stopped responding.
    idle_in_transaction_session_timeout: 30_000,
    ...(!isPatient && { statement_timeout: STATEMENT_TIMEOUT }),
  })
  // The pool replaces a connection that breaks, and the call that used it is answered with 503. Without a listener the
  // error would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => reportError('A database connection was lost', error.message)),
  )
  // Emitted for an idle connection in addition to the connection's own event, which is reported above.
  pool.on('error', () => undefined)
  if (!isPatient) closeSilentConnections(pool)
  observeWaits(pool, observed)
  return pool
}

function observeWaits(pool: pg.Pool, observed: Observed): void {
  const plain = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  Object.assign(pool, {
    connect(...given: unknown[]): unknown {
      const { observer } = observed
      if (!observer) return plain(...given)
      const began = performance.now()
      return untilEnd(plain, given, () => observer.connectionAcquired((performance.now() - began) / 1_000))
    },
  })
}

/** pg's own `query_timeout` would return a connection that still waits for its answer to the pool. */
function closeSilentConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const { stream } = socketOf(client)
    stream.on('timeout', () =>
      stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })),
    )
  })
  pool.on('acquire', (client) => socketOf(client).stream.setTimeout(SILENCE_TIMEOUT))
  pool.on('release', (_error, client) => socketOf(client).stream.setTimeout(0))
}

/** The connection's socket, which pg's types do not mention for clients of a pool. */
function socketOf(client: pg.PoolClient): { stream: Socket } {
  return (client as unknown as pg.Client).connection as unknown as { stream: Socket }
}

/**
 * Opens a database on a pool. Its transactions also return their connection when `begin` fails, which Drizzle's own
 * do not: each failure would take one connection from the pool for good.
 */
export function openServerDatabase(pool: pg.Pool) {
  const database = drizzle(pool)
  return Object.assign(database, {
    async transaction<Result>(...args: Parameters<typeof database.transaction<Result>>): Promise<Result> {
      const client = await pool.connect()
      let loss: Error | undefined
      const lose = (error: Error) => {
        loss ??= error
      }
      client.on('error', lose)
      try {
        return await drizzle(client).transaction(...args)
      } catch (error) {
        // Rolling back on a lost connection fails with an error that does not say so.
        throw loss ?? error
      } finally {
        client.off('error', lose)
        client.release()
      }
    },
  })
}
