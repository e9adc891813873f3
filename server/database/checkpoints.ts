import type { PGlite } from '@electric-sql/pglite'
import { ignoring } from '#server/platform/reportError.ts'

/** PostgreSQL's default of `checkpoint_timeout`, in ms. */
const INTERVAL = 5 * 60_000
/** Size of the write-ahead log since the last checkpoint that makes another one due, in bytes. */
const LOG_SIZE = 64 * 1_048_576

/**
 * Starts periodic checkpoints. PGlite has no background processes and PostgreSQL's single-user mode makes checkpoints only
 * when it stops, so the log, and the time to replay it after a power cut, would grow until then. Returns a function that
 * stops them.
 */
export function startCheckpoints(client: PGlite): () => void {
  const timer = setInterval(() => {
    checkpointIfDue(client, LOG_SIZE).catch(ignoring('a checkpoint'))
  }, INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}

/** Makes a checkpoint if the log has grown by this many bytes since the last one. */
export async function checkpointIfDue(client: PGlite, logSize: number): Promise<void> {
  const { rows } = await client.query<{ due: boolean }>(
    'select pg_current_wal_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()',
    [logSize],
  )
  if (rows[0]?.due) await client.exec('checkpoint')
}
