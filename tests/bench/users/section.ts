import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { type Connection, connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seedPlans } from '#server/premium/plans.ts'
import { processOf, withServer } from '#tests/bench/catalogue/builtServer.ts'
import { ask, type Call, share } from '#tests/bench/catalogue/load.ts'
import { shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { createNode } from '#tests/harness/database/postgresNode.ts'
import { activeAccounts, addAccounts } from './accounts.ts'
import { callsOfDay } from './day.ts'

/** PostgreSQL's defaults, which are durable, with the memory of a small server. */
const SETTINGS = ['max_connections=100', 'shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min']
/** Accounts whose day is measured. */
const SAMPLE = 50
/** Clients at a time: few, so that the processor time is that of calls and not of waiting ones. */
const CLIENTS = 4
const KB = 1000
const GB = 1e9

/**
 * Measures what accounts cost on one PostgreSQL server: rows and bytes per account, and calls, writes and processor time of
 * a day's use, at several numbers of accounts.
 */
export async function benchUsers({ users }: { users: readonly number[] }) {
  const home = await mkdtemp(join(tmpdir(), 'parde-users-'))
  const node = await createNode(home, SETTINGS)
  node.create()
  await node.start()
  const url = `postgres://parde@127.0.0.1:${node.port}/postgres`
  const table: Record<string, Record<string, number>> = {}
  // Without the server's limit for a statement.
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const connection = await connectServer(url)
    try {
      await migrate(connection)
      await seedCatalogue(connection, readCatalogue())
      await seedPlans(connection.database)
      const catalogue = await sizes(connection)
      let have = 0
      for (const count of users.toSorted((one, other) => one - other)) {
        const started = performance.now()
        await addAccounts(client, have + 1, count)
        await client.query('vacuum analyze')
        have = count
        console.log(`  ${count} accounts after ${shown(performance.now() - started)}`)
        const stored = await sizes(connection)
        const column = {
          'rows per account, rows': (stored.rows - catalogue.rows) / count,
          'stored per account, kB': (stored.bytes - catalogue.bytes) / count / KB,
          'of it indexes, kB': (stored.indexes - catalogue.indexes) / count / KB,
          'database, GB': stored.bytes / GB,
          ...(await measureDay({ client, connection }, url, join(home, 'server'))),
        }
        for (const [row, figure] of Object.entries(column)) {
          table[row] = { ...table[row], [`${count} accounts`]: figure }
          console.log(`  ${row.padEnd(40)} ${figure.toFixed(2)}`)
        }
      }
      await printLargest(connection)
    } finally {
      await connection.close()
    }
  } finally {
    await client.end()
    await node.end('SIGQUIT')
    rmSync(home, { recursive: true, force: true })
  }
  await writeReport(
    'users',
    `Accounts on one PostgreSQL server: stored rows and bytes, and an active account's day (${SAMPLE} of them, with ${CLIENTS} clients at a time). Clients, server and database share the processors; times without a unit are of the processor`,
    table,
    `users -- --users ${users.join(',')}`,
  )
}

interface Sizes {
  rows: number
  bytes: number
  indexes: number
}

/** Rows and bytes of all tables. */
async function sizes({ database }: Connection): Promise<Sizes> {
  const { rows } = await database.execute<Record<keyof Sizes, string>>(sql`
    select sum(greatest(reltuples, 0))::bigint as rows, sum(pg_total_relation_size(oid)) as bytes, sum(pg_indexes_size(oid)) as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const [found] = rows
  return { rows: Number(found?.rows), bytes: Number(found?.bytes), indexes: Number(found?.indexes) }
}

/** Shows which tables take the space. */
async function printLargest({ database }: Connection) {
  const { rows } = await database.execute<{ name: string; rows: string; bytes: string }>(sql`
    select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc limit 12`)
  for (const { name, rows: count, bytes } of rows) console.log(`  ${name.padEnd(20)} ${count} rows, ${bytes} bytes`)
}

/** Plays the day of active accounts against a built server. Figures are per account. */
async function measureDay(
  { client, connection }: { client: pg.Client; connection: Connection },
  url: string,
  folder: string,
): Promise<Record<string, number>> {
  const { rows } = await connection.database.execute<{ id: number }>(sql`select id from titles order by id`)
  const titles = rows.map(({ id }) => id)
  let day: Record<string, number> = {}
  await withServer({ DATABASE_URL: url, DATA_DIR: folder }, async (server) => {
    const calls: Call[] = []
    for (const user of activeAccounts(SAMPLE)) calls.push(...(await callsOfDay(server.port, user, titles)))
    await client.query('checkpoint')
    const before = await written(connection)
    let next = 0
    const load = await ask(
      { ...server, database: await processOf(url) },
      () => calls[next++] ?? { path: '/api/health' },
      { clients: CLIENTS, calls: Math.ceil(calls.length / CLIENTS) },
    )
    if (load.failures > 0) throw new Error(`${load.failures} of ${calls.length} calls failed`)
    const after = await written(connection)
    day = {
      'a day: all calls, calls': calls.length / SAMPLE,
      'a day: mutations, calls': calls.filter(({ body }) => body !== undefined).length / SAMPLE,
      'a day: log of the database, kB': (after.log - before.log) / SAMPLE / KB,
      'a day: transactions that wrote, rows': (after.transactions - before.transactions) / SAMPLE,
      'a day: server': (load.processor * load.times.length) / SAMPLE,
      'a day: database': (load.database * load.times.length) / SAMPLE,
      'a call, p50': share(load, 0.5),
      'a call, p95': share(load, 0.95),
    }
  })
  return day
}

/** The position in the write-ahead log, in bytes, and the number of transactions that have written. */
async function written({ database }: Connection): Promise<{ log: number; transactions: number }> {
  const { rows } = await database.execute<{ log: string; transactions: string }>(sql`
    select pg_current_wal_lsn() - '0/0'::pg_lsn as log, pg_snapshot_xmax(pg_current_snapshot())::text as transactions`)
  return { log: Number(rows[0]?.log), transactions: Number(rows[0]?.transactions) }
}
