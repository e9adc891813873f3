import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { withServer } from '#tests/bench/catalogue/builtServer.ts'
import { type Asked, ask, type Next } from '#tests/bench/catalogue/load.ts'
import { savings } from '#tests/bench/catalogue/saving.ts'
import { median } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { startPostgres } from '#tests/harness/database/postgres.ts'

/** Two servers, the database and the clients each keep a core busy. */
const CORES_MIN = 4
/** The least gain of a second process (docs/quality.md#speed). */
const BAR = 1.6
/** Clients in total, however many processes share them. */
const CLIENTS = 40
/** Calls of one client in one round. */
const CALLS = 100

/** Measures calls per second of one and of two server processes on one PostgreSQL server, in alternating rounds. */
export async function benchProcesses({ runs }: { runs: number }) {
  if (cpus().length < CORES_MIN) {
    console.log(`  NOT MEASURED: two processes, their database and the clients need ${CORES_MIN} cores`)
    return
  }
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'parde-processes-'))
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, SEED: 'demo' }
  const table: Record<string, Record<string, number>> = {}
  try {
    await withServer(env, (first) =>
      withServer(env, async (second) => {
        for (const [what, next] of Object.entries(await callsOf(first.port))) {
          const rates: Record<'one' | 'two', number[]> = { one: [], two: [] }
          for (const servers of [[first], [second]]) await rateOf(servers, next)
          for (let round = 0; round < runs; round++) {
            rates.one.push(await rateOf([first], next))
            rates.two.push(await rateOf([first, second], next))
          }
          const [one, two] = [median(rates.one), median(rates.two)]
          table[`${what}, calls per second`] = { one, two, '× one': two / one }
          console.log(
            `  ${what.padEnd(16)} ${one.toFixed(0)}  ${two.toFixed(0)}  × ${(two / one).toFixed(2)} (bar ${BAR})`,
          )
        }
      }),
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await writeReport(
    'processes',
    `One and two server processes on one PostgreSQL server, ${CLIENTS} clients without a pause`,
    table,
  )
}

async function callsOf(port: number): Promise<Record<string, Next>> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/titles/search?per_page=50`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  const ids = data.map(({ id }) => id)
  let at = 0
  return {
    title: () => ({ path: `/api/titles/${ids[at++ % ids.length]}` }),
    'person search': () => ({ path: `/api/people/search?q=a${at++}` }),
    'saving a title': await savings(port, CLIENTS, ids),
  }
}

/** Returns calls per second of all clients, divided among the servers. */
async function rateOf(servers: Asked[], next: Next): Promise<number> {
  const began = performance.now()
  const clients = CLIENTS / servers.length
  const loads = await Promise.all(servers.map((server) => ask(server, next, { clients, calls: CALLS })))
  const failures = loads.reduce((sum, load) => sum + load.failures, 0)
  if (failures > 0) throw new Error(`${failures} calls failed`)
  return (1_000 * CLIENTS * CALLS) / (performance.now() - began)
}
