import { mkdtempSync, rmSync } from 'node:fs'
import { createNode } from './postgresNode.ts'

/** Trades durability for speed: no test needs its data after a power cut. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'log_lock_waits=on']

/** A PostgreSQL server. */
interface Postgres {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server for tests: the one that `TEST_DATABASE_URL` names, or else a new cluster in a temporary
 * folder, from installed binaries or, as root, from Debian's packages.
 */
export async function startPostgres(): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const home = mkdtempSync('/tmp/parde-postgres-')
  const node = await createNode(home, FAST)
  node.create()
  await node.start()
  return {
    url: `postgres://parde@127.0.0.1:${node.port}/postgres`,
    async stop() {
      await node.end('SIGQUIT')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
