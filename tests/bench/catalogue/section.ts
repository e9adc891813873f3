import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApi } from '#server/api.ts'
import { openStudio } from '#server/artwork/studio.ts'
import { growCatalogue } from '#server/catalogue/grow.ts'
import { seedCatalogue } from '#server/catalogue/seed.ts'
import { readConfig } from '#server/config.ts'
import { connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { median, shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { startPostgres } from '#tests/harness/postgres.ts'
import { CALLS } from './calls.ts'

const CLIENTS = 20
const CALLS_EACH = 400

/**
 * How long the catalogue's calls take on PostgreSQL, through the whole API but without a network, beside one `select 1`:
 * for twenty that ask without a pause, whose calls wait for each other, and in processor time of the server's process.
 */
export async function benchCatalogue({ runs, titles }: { runs: number; titles: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'parde-catalogue-'))
  const postgres = await startPostgres()
  const name = `bench_catalogue_${process.pid}`
  const admin = await connectServer(postgres.url)
  await admin.database.execute(sql.raw(`create database ${name}`))
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const connection = await connectServer(url.href)
  const studio = openStudio({ folder: join(folder, 'media') })
  const table: Record<string, Record<string, number>> = {}
  try {
    const { database } = connection
    await migrate(connection)
    await seedCatalogue(connection)
    await growCatalogue(connection, titles)
    const api = createApi({ database, clock: () => new Date(), settings: readConfig({ DATA_DIR: folder }) }, studio)
    api.get('/bench/floor', async (http) => http.json((await database.execute(sql`select 1`)).rows))
    const call = async (path: string) => {
      const answer = await api.request(`http://localhost${path}`)
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    }
    let floor = 0
    console.log(`${titles} made-up titles, ${CLIENTS} clients, median of ${runs}`)
    for (const [what, paths] of Object.entries({ 'floor: select 1': ['/bench/floor'], ...CALLS })) {
      await measure(paths, call)
      const rounds: Awaited<ReturnType<typeof measure>>[] = []
      for (let run = 0; run < runs; run++) rounds.push(await measure(paths, call))
      const middle = (figure: 'p50' | 'p95' | 'cpu') => median(rounds.map((round) => round[figure]))
      floor ||= middle('p95')
      table[what] = {
        p50: middle('p50'),
        p95: middle('p95'),
        '× floor': middle('p95') / floor,
        processor: middle('cpu'),
      }
      console.log(
        `  ${what.padEnd(28)} p50 ${shown(middle('p50'))}, p95 ${shown(middle('p95'))} (${(middle('p95') / floor).toFixed(1)} × floor), ${shown(middle('cpu'))} of the process`,
      )
    }
  } finally {
    await connection.close()
    await admin.database.execute(sql.raw(`drop database if exists ${name} with (force)`))
    await admin.close()
    await studio.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await writeReport('catalogue', `The catalogue's calls, ${titles} titles, ${CLIENTS} clients`, table)
}

/** `CALLS_EACH` calls by twenty clients, each beginning the next one at once. */
async function measure(paths: readonly string[], call: (path: string) => Promise<void>) {
  const left = Array.from({ length: CALLS_EACH }, (_, round) => paths[round % paths.length] ?? '')
  const times: number[] = []
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        const started = performance.now()
        await call(path)
        times.push(performance.now() - started)
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0
  return { p50: at(0.5), p95: at(0.95), cpu: (user + system) / 1000 / CALLS_EACH }
}
