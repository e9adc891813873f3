import { sql } from 'drizzle-orm'
import { connectReplica, type Database, type QueryCatalogue } from '#server/database/connect.ts'
import { log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { reportError } from '#server/platform/reportError.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { readCatalogueState } from './cache/catalogueState.ts'

/** A replica that takes longer to tell its state is not used, in ms: reads wait for the answer. */
const CHECK_TIMEOUT = 1_000
/** A replica that cannot be used is checked again after this, in ms. */
const RETRY_DELAY = 2_000

export interface Replica {
  database: Database
  /** Reads from the replica while it has every change of the primary's catalogue, and from the primary otherwise. */
  query: QueryCatalogue
  close(): Promise<void>
}

/**
 * Opens a streaming replica of the primary's database (docs/decisions/074-read-replica.md). A replica that cannot be reached
 * is used as soon as it can. Throws a `StartupError` if `url` leads to another database.
 */
export async function openReplica({
  url,
  primary,
  metrics,
}: {
  url: string
  primary: Database
  metrics?: Metrics | undefined
}): Promise<Replica> {
  const { database, close } = connectReplica(url, metrics ? { observer: metrics } : {})
  const identity = await identityOf(primary)
  let isStarting = true
  let isConfirmed = false
  let failure: unknown
  let retryAt = 0
  let checking: Promise<number | undefined> | undefined

  /** Returns the revision of the replica's catalogue; undefined if the replica cannot be used. */
  async function check(): Promise<number | undefined> {
    try {
      const revision = await inTime(followedRevision())
      if (failure !== undefined) log.info('The replica is used again')
      failure = undefined
      return revision
    } catch (error) {
      if (isStarting && error instanceof StartupError) throw error
      isConfirmed = false
      if (failure === undefined) reportError('The replica is not used: the catalogue is read from the primary', error)
      failure = error
      retryAt = performance.now() + RETRY_DELAY
      return undefined
    } finally {
      checking = undefined
    }
  }

  async function followedRevision(): Promise<number> {
    if (!isConfirmed && (await identityOf(database)) !== identity) {
      throw new StartupError('DATABASE_REPLICA_URL is not the address of a streaming replica of DATABASE_URL')
    }
    isConfirmed = true
    const { rows } = await database.execute<{ isReplica: boolean; revision: number | null }>(sql`
      select pg_is_in_recovery() as "isReplica", (select revision from catalogue_state) as revision`)
    if (!rows[0]?.isReplica) throw new Error('It was promoted and no longer follows the primary')
    return rows[0].revision ?? 0
  }

  /** Concurrent reads share one check. None waits for a replica that has failed. */
  async function revisionOfReplica(): Promise<number | undefined> {
    if (performance.now() >= retryAt) checking ??= check()
    return failure === undefined ? checking : undefined
  }

  try {
    await revisionOfReplica()
  } catch (error) {
    await close()
    throw error
  }
  isStarting = false
  return {
    database,
    async query(read) {
      const [{ revision: current }, revision] = await Promise.all([readCatalogueState(primary), revisionOfReplica()])
      if (revision !== undefined && revision >= current) {
        try {
          const result = await read(database)
          metrics?.replicaRead('used')
          return result
        } catch (error) {
          if (error instanceof Refusal) throw error
          reportError('A read failed on the replica and is repeated on the primary', error)
        }
      }
      metrics?.replicaRead(revision !== undefined && revision < current ? 'behind' : 'failed')
      return read(primary)
    },
    close,
  }
}

/** Equal for a primary and its replicas. */
async function identityOf(database: Database): Promise<string | undefined> {
  const { rows } = await database.execute<{ identity: string }>(
    sql`select system_identifier || ' ' || current_database() as identity from pg_control_system()`,
  )
  return rows[0]?.identity
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${CHECK_TIMEOUT} ms`)), CHECK_TIMEOUT)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
