import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, type Next } from '#tests/bench/catalogue/load.ts'
import { median, shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'

/** Few clients, so that the server's processor time is that of calls and not of connections. */
const CLIENTS = 4
/** Calls of one client in one round. */
const CALLS = 100
/** Rounds per server for each run of `--runs`: other work on the machine disturbs single rounds. */
const ROUNDS = 4
const WARM_UP = 300

interface Variant {
  port: number
  pid: number
  end(): Promise<unknown>
  /** Processor time of one call, in ms, per round. */
  costs: number[]
}

/**
 * Measures what metrics cost: processor time per call of built servers that differ in `METRICS_PORT` alone, in
 * alternating rounds. Calls are cheap ones, where the relative cost is highest.
 */
export async function benchMetrics({ runs }: { runs: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'parde-metrics-'))
  const variants: Record<string, Variant> = {
    without: await start(join(folder, 'without'), {}),
    // How much two equal processes differ.
    'without, again': await start(join(folder, 'again'), {}),
    with: await start(join(folder, 'with'), { METRICS_PORT: String(await freePort()) }),
  }
  const table: Record<string, Record<string, number>> = {}
  try {
    for (const [what, next] of Object.entries(await cheapCalls(variants.with?.port ?? 0))) {
      const all = Object.values(variants)
      for (const variant of all) {
        await ask(variant, next, { clients: CLIENTS, calls: WARM_UP })
        variant.costs = []
      }
      for (let round = 0; round < runs * ROUNDS; round++) {
        for (const variant of round % 2 === 0 ? all : all.toReversed()) variant.costs.push(await costOf(variant, next))
      }
      table[what] = Object.fromEntries(Object.entries(variants).map(([name, { costs }]) => [name, median(costs)]))
      const base = table[what].without ?? Number.NaN
      for (const [name, cost] of Object.entries(table[what])) {
        console.log(`  ${what.padEnd(20)} ${name.padEnd(14)} ${shown(cost)}  ${(100 * (cost / base - 1)).toFixed(1)} %`)
      }
    }
  } finally {
    for (const { end } of Object.values(variants)) await end()
    await rm(folder, { recursive: true, force: true })
  }
  await writeReport(
    'metrics',
    `Processor time of one call of the built server on the embedded database, in ms, without and with METRICS_PORT: medians of ${runs * ROUNDS} alternating rounds of ${CLIENTS * CALLS} calls`,
    table,
  )
}

async function cheapCalls(port: number): Promise<Record<string, Next>> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/titles/search?per_page=50`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  const each = (paths: string[]): Next => {
    let at = 0
    return () => ({ path: paths[at++ % paths.length] ?? '' })
  }
  return {
    title: each(data.map(({ id }) => `/api/titles/${id}`)),
    'cached search': each(['/api/titles/search?order_by=votes&per_page=20']),
    health: each(['/api/health']),
  }
}

async function costOf(variant: Variant, next: Next): Promise<number> {
  const before = processorOf(variant.pid)
  const { failures } = await ask(variant, next, { clients: CLIENTS, calls: CALLS })
  if (failures > 0) throw new Error(`${failures} calls failed`)
  return (processorOf(variant.pid) - before) / (CLIENTS * CALLS)
}

/** Processor time of all threads, in ms, to the nanosecond (Linux only). */
function processorOf(pid: number): number {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder).reduce(
    (sum, thread) => sum + Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )
}

async function start(folder: string, env: Record<string, string>): Promise<Variant> {
  const port = await freePort()
  const server = run('node', ['dist/server/main.js'], {
    ...{ APP_PORT: '0', API_PORT: String(port), HOST: '127.0.0.1', DRAW_AHEAD: '0' },
    ...{ DATABASE_URL: '', DATA_DIR: folder, ...env },
  })
  await server.waitForOutput('API ')
  return { port, pid: server.child.pid ?? 0, end: () => server.end(), costs: [] }
}
