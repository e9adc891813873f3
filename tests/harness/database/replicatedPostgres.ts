import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { Client } from 'pg'
import { startTcpRelay } from '#tests/harness/network/tcpRelay.ts'
import { createNode, type EndSignal } from './postgresNode.ts'

/** A commit is acknowledged when the standby has synced it too. The small log fits a test's disk. */
const SETTINGS = [
  'max_connections=200',
  'synchronous_standby_names=*',
  'wal_retrieve_retry_interval=200ms',
  'min_wal_size=32MB',
  'max_wal_size=64MB',
  'max_slot_wal_keep_size=64MB',
]
/** Longest time for the standby to follow the primary, and how often to look, in ms. */
const FOLLOW_TIMEOUT = 60_000
const FOLLOW_POLL = 100

/** A PostgreSQL primary with a synchronous standby, behind one address. */
export interface ReplicatedPostgres {
  url: string
  restart(signal: EndSignal): Promise<void>
  /** Stops every process of the primary for this long, in ms. */
  freeze(duration: number): Promise<void>
  /** Kills the primary, promotes the standby, and adds a new standby in the place of the old primary. */
  failOver(): Promise<void>
  /** Kills every process of both servers. */
  killAll(): Promise<void>
  /** Starts the servers that have ended, and waits until the standby follows the primary. */
  recover(): Promise<void>
  stop(): Promise<void>
}

/** Starts both servers below `folder`, by default a temporary one. */
export async function startReplicatedPostgres(
  folder = mkdtempSync('/tmp/parde-postgres-'),
): Promise<ReplicatedPostgres> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  let primary = await createNode(join(folder, 'a'), SETTINGS)
  let standby = await createNode(join(folder, 'b'), SETTINGS)
  const relay = await startTcpRelay(() => primary.port)

  const query = async (port: number, sql: string) => {
    const client = new Client({ host: '127.0.0.1', port, user: 'parde', database: 'postgres' })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  const isFollowed = async () => {
    const { rowCount } = await query(
      primary.port,
      `select from pg_stat_replication where state = 'streaming' and flush_lsn >= sent_lsn`,
    )
    return rowCount === 1
  }
  const recover = async () => {
    for (const node of [primary, standby]) if (!node.isRunning()) await node.start()
    const end = Date.now() + FOLLOW_TIMEOUT
    while (!(await isFollowed())) {
      if (Date.now() > end) throw new Error('the standby does not follow the primary')
      await elapsed(FOLLOW_POLL)
    }
  }
  const addStandby = async () => {
    rmSync(standby.data, { recursive: true, force: true })
    await standby.copy(primary.port)
    await recover()
  }

  primary.create()
  await primary.start()
  await addStandby()
  return {
    url: `postgres://parde@127.0.0.1:${relay.port}/postgres`,
    recover,
    freeze: (duration) => primary.freeze(duration),
    async restart(signal) {
      await primary.end(signal)
      await recover()
    },
    async failOver() {
      await primary.killAll()
      await query(standby.port, 'select pg_promote()')
      ;[primary, standby] = [standby, primary]
      await addStandby()
    },
    async killAll() {
      await Promise.all([primary.killAll(), standby.killAll()])
    },
    async stop() {
      await relay.close()
      await Promise.all([primary.end('SIGQUIT'), standby.end('SIGQUIT')])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
