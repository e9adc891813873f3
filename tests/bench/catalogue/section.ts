import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { growCatalogue } from '#demo/catalogue/growCatalogue.ts'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { median, shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { startPostgres } from '#tests/harness/database/postgres.ts'
import { processOf, withServer } from './builtServer.ts'
import { CALLS, MIXED } from './calls.ts'
import { type Asked, ask, CLIENTS, type Load, pour, share } from './load.ts'
import { savings } from './saving.ts'

const FLOOR = '/api/health'
const CALLS_EACH = 20
/** The pause of clients that type without a break, in ms: the menu's debounce is 500. */
const typing = () => 500 + 100 * Math.random()
const TYPED_EACH = 6
/** A pause in ms that makes clients ten times as fast as users. */
const hurry = () => 50 + 50 * Math.random()
/** The rate of mixed calls per second, and the duration. */
const CROWD = { rate: 300, seconds: 10 }

/** The titles to save: made-up ones that every catalogue of a thousand has. */
const SAVED = Array.from({ length: 400 }, (_, at) => 1_073_741_900 + at)

/** A line that `--only` runs alone. */
const EMBEDDED_SAVING = 'embedded: saving a title'
/** Linux keeps these files in memory, where a sync costs nothing. */
const MEMORY_FOLDER = '/dev/shm'

type Table = Record<string, Record<string, number>>

/**
 * Measures the catalogue's calls over HTTP against the built server on PostgreSQL, all on one machine. With one catalogue
 * size it measures every call, with several it compares their searches. Then it measures the embedded database, which
 * runs one call at a time. `only` selects calls by a part of their name and writes no report.
 */
export async function benchCatalogue({
  runs,
  titles,
  only,
}: {
  runs: number
  titles: readonly number[]
  only: string | undefined
}) {
  const folder = await mkdtemp(join(tmpdir(), 'parde-catalogue-'))
  const postgres = await startPostgres()
  const table: Table = {}
  try {
    for (const size of only === EMBEDDED_SAVING ? [] : titles) {
      await withCatalogue(postgres.url, size, async (url) => {
        const database = await processOf(url)
        await withServer({ DATABASE_URL: url, DATA_DIR: join(folder, String(size)) }, (server) =>
          measureAll({ ...server, database }, { runs, only, prefix: titles.length > 1 ? `${size}: ` : '', table }),
        )
      })
    }
    if (only === undefined || only === EMBEDDED_SAVING) {
      await withServer({ DATABASE_URL: '', DATA_DIR: join(folder, 'embedded') }, async (server) => {
        if (only === undefined) await measureEmbedded(server, table)
        await measureEmbeddedSaving(server, EMBEDDED_SAVING, table)
      })
      await measureWithoutSync(table)
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  if (only !== undefined) return
  await writeReport(
    'catalogue',
    `The catalogue's calls, ${titles.join(' and ')} titles. «People»: ${CLIENTS} clients that wait 500 to 600 ms after each answer, like the search menu. «Hurried»: 50 to 100 ms. «No pause»: ${CLIENTS} clients without a pause, so each call waits for up to nineteen others. Clients, server and database share the processors; the last columns are the processor time of one call`,
    table,
  )
}

async function measureAll(
  server: Asked,
  { runs, only, prefix, table }: { runs: number; only: string | undefined; prefix: string; table: Table },
) {
  console.log(`${prefix}${CLIENTS} clients, median of ${runs}`)
  let floor = 0
  const health = () => ({ path: FLOOR })
  const saving = await savings(server.port, CLIENTS, SAVED)
  for (const [what, paths] of Object.entries({ 'floor: health': health, ...CALLS, 'saving a title': saving })) {
    if (only !== undefined && !what.includes(only) && floor > 0) continue
    await ask(server, paths, { calls: CALLS_EACH })
    const rounds: Record<'people' | 'hurried' | 'crowd', Load>[] = []
    for (let round = 0; round < runs; round++) {
      const people = await ask(server, paths, { calls: TYPED_EACH, pause: typing })
      const hurried = await ask(server, paths, { calls: CALLS_EACH, pause: hurry })
      const crowd = await ask(server, paths, { calls: CALLS_EACH })
      const failures = people.failures + hurried.failures + crowd.failures
      if (failures > 0) throw new Error(`${what}: ${failures} failed`)
      rounds.push({ people, hurried, crowd })
    }
    const figure = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
    const hurried = figure((round) => share(round.hurried, 0.95))
    floor ||= hurried
    const row = {
      'people p50': figure((round) => share(round.people, 0.5)),
      'people p95': figure((round) => share(round.people, 0.95)),
      longest: figure((round) => share(round.people, 1)),
      'hurried p50': figure((round) => share(round.hurried, 0.5)),
      'hurried p95': hurried,
      '× floor': hurried / floor,
      'no pause p50': figure((round) => share(round.crowd, 0.5)),
      'no pause p95': figure((round) => share(round.crowd, 0.95)),
      'server per call': figure((round) => round.crowd.processor),
      'database per call': figure((round) => round.crowd.database),
    }
    table[prefix + what] = row
    say(what, row)
  }
  if (only !== undefined) return
  const load = await pour(server, MIXED, CROWD.rate, CROWD.seconds)
  const row = {
    'people p50': share(load, 0.5),
    'people p95': share(load, 0.95),
    longest: share(load, 1),
    'server per call': load.processor,
    'database per call': load.database,
  }
  table[`${prefix}mixed, ${CROWD.rate} a second, ${load.failures} of ${load.times.length} failed`] = row
  say(`mixed, ${CROWD.rate} a second: ${load.failures} of ${load.times.length} failed`, row)
}

/** Reports the longest call, since it blocks all others. */
async function measureEmbedded(server: Asked, table: Table) {
  console.log('embedded database with the demo titles, one client')
  for (const [what, next] of Object.entries(CALLS)) {
    // The embedded database has the demo titles only.
    const own = () => {
      for (;;) {
        const call = next()
        if (!/\/10737\d+/.test(call.path)) return call
      }
    }
    await ask(server, own, { clients: 1, calls: 20 })
    const load = await ask(server, own, { clients: 1, calls: 200 })
    const row = { 'people p50': share(load, 0.5), 'people p95': share(load, 0.95), longest: share(load, 1) }
    table[`embedded: ${what}`] = row
    say(what, row)
    if (load.failures > 0) throw new Error(`${what}: ${load.failures} failed`)
  }
}

/** Saves titles with one client; each commit is on the disk before its answer. */
async function measureEmbeddedSaving(server: Asked, what: string, table: Table) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/titles/search?per_page=60`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  const saving = await savings(
    server.port,
    CLIENTS,
    data.map(({ id }) => id),
  )
  await ask(server, saving, { clients: 1, calls: 50 })
  const load = await ask(server, saving, { clients: 1, calls: 500 })
  const row = { 'people p50': share(load, 0.5), 'people p95': share(load, 0.95), longest: share(load, 1) }
  table[what] = row
  say(what, row)
  if (load.failures > 0) throw new Error(`${what}: ${load.failures} failed`)
}

/** Saves titles with a data folder in memory: the difference is the cost of syncing. */
async function measureWithoutSync(table: Table) {
  if (!existsSync(MEMORY_FOLDER)) return console.log(`  no ${MEMORY_FOLDER}: saving without syncing is not measured`)
  const memory = await mkdtemp(join(MEMORY_FOLDER, 'parde-'))
  try {
    await withServer({ DATABASE_URL: '', DATA_DIR: memory }, (server) =>
      measureEmbeddedSaving(server, `${EMBEDDED_SAVING}, data folder in memory`, table),
    )
  } finally {
    await rm(memory, { recursive: true, force: true })
  }
}

function say(what: string, row: Record<string, number>) {
  const figures = Object.entries(row).map(
    ([name, figure]) => `${name} ${name.startsWith('×') ? figure.toFixed(1) : shown(figure)}`,
  )
  console.log(`  ${what.padEnd(28)} ${figures.join(', ')}`)
}

/** Creates a database with made-up titles. */
export async function withCatalogue(server: string, titles: number, job: (url: string) => Promise<void>) {
  const name = `bench_catalogue_${process.pid}_${titles}`
  const admin = await connectServer(server)
  await admin.database.execute(sql.raw(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    const connection = await connectServer(url.href)
    try {
      const started = performance.now()
      await migrate(connection)
      await seedCatalogue(connection, readCatalogue())
      await growCatalogue(connection, titles)
      console.log(`${titles} titles made up in ${shown(performance.now() - started)}`)
    } finally {
      await connection.close()
    }
    await job(url.href)
  } finally {
    await admin.database.execute(sql.raw(`drop database if exists ${name} with (force)`))
    await admin.close()
  }
}
