import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { growCatalogue } from '#server/catalogue/grow.ts'
import { seedCatalogue } from '#server/catalogue/seed.ts'
import { connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { median, shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { startPostgres } from '#tests/harness/postgres.ts'
import { run } from '#tests/harness/processes.ts'
import { freePort } from '#tests/harness/relay.ts'
import { CALLS, MIXED } from './calls.ts'
import { type Asked, ask, CLIENTS, type Load, pour, share } from './load.ts'

const FLOOR = '/api/health'
const CALLS_EACH = 20
/** A person who types asks again so long after an answer, in ms: five times as often as the menu lets them. */
const pause = () => 50 + 50 * Math.random()
/** Calls a second, mixed, and for how long. */
const CROWD = { rate: 300, seconds: 10 }

type Table = Record<string, Record<string, number>>

/**
 * How long the catalogue's calls take: the built server in a process of its own on PostgreSQL, asked over HTTP from this
 * one, all on one machine. At one size of the catalogue everything; at several their searches side by side. Then the
 * embedded database with what comes with it, where each call stands in the way of all others.
 */
export async function benchCatalogue({ runs, titles }: { runs: number; titles: readonly number[] }) {
  const folder = await mkdtemp(join(tmpdir(), 'parde-catalogue-'))
  const postgres = await startPostgres()
  const table: Table = {}
  try {
    for (const size of titles) {
      await withCatalogue(postgres.url, size, async (url) => {
        await withServer({ DATABASE_URL: url, DATA_DIR: join(folder, String(size)) }, (server) =>
          measureAll(server, runs, titles.length > 1 ? `${size}: ` : '', table),
        )
      })
    }
    await withServer({ DATABASE_URL: '', DATA_DIR: join(folder, 'embedded') }, (server) =>
      measureEmbedded(server, table),
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await writeReport(
    'catalogue',
    `The catalogue's calls, ${titles.join(' and ')} titles. «People»: ${CLIENTS} at once, each asking again 50 to 100 ms after an answer. «No pause»: ${CLIENTS} that ask again at once, so that each waits for nineteen others`,
    table,
  )
}

async function measureAll(server: Asked, runs: number, prefix: string, table: Table) {
  console.log(`${prefix}${CLIENTS} clients, median of ${runs}`)
  let floor = 0
  for (const [what, paths] of Object.entries({ 'floor: health': [FLOOR], ...CALLS })) {
    await ask(server, paths, { calls: CALLS_EACH })
    const rounds: { people: Load; crowd: Load }[] = []
    for (let round = 0; round < runs; round++) {
      const people = await ask(server, paths, { calls: CALLS_EACH, pause })
      const crowd = await ask(server, paths, { calls: CALLS_EACH })
      for (const { failures } of [people, crowd]) if (failures > 0) throw new Error(`${what}: ${failures} failed`)
      rounds.push({ people, crowd })
    }
    const figure = (of: (round: { people: Load; crowd: Load }) => number) => median(rounds.map(of))
    const people = figure((round) => share(round.people, 0.95))
    floor ||= people
    const row = {
      'people p50': figure((round) => share(round.people, 0.5)),
      'people p95': people,
      longest: figure((round) => share(round.people, 1)),
      '× floor': people / floor,
      'no pause p50': figure((round) => share(round.crowd, 0.5)),
      'no pause p95': figure((round) => share(round.crowd, 0.95)),
      'processor a call': figure((round) => round.crowd.processor),
    }
    table[prefix + what] = row
    say(what, row)
  }
  const { times, failures } = await pour(server, MIXED, CROWD.rate, CROWD.seconds)
  const load = { times, failures, processor: Number.NaN }
  const row = { 'people p50': share(load, 0.5), 'people p95': share(load, 0.95), longest: share(load, 1) }
  table[`${prefix}mixed, ${CROWD.rate} a second, ${failures} of ${times.length} failed`] = row
  say(`mixed, ${CROWD.rate} a second: ${failures} of ${times.length} failed`, row)
}

/** The longest call of all is what counts: nobody else is answered meanwhile. */
async function measureEmbedded(server: Asked, table: Table) {
  console.log('embedded, what it comes with, one client')
  for (const [what, paths] of Object.entries(CALLS)) {
    // Its titles are those it comes with, and no made-up ones.
    const own = paths.filter((path) => !/\/10737\d+/.test(path))
    await ask(server, own, { clients: 1, calls: Math.min(own.length, 20) })
    const load = await ask(server, own, { clients: 1, calls: Math.min(own.length, 200) })
    const row = { 'people p50': share(load, 0.5), 'people p95': share(load, 0.95), longest: share(load, 1) }
    table[`embedded: ${what}`] = row
    say(what, row)
    if (load.failures > 0) throw new Error(`${what}: ${load.failures} failed`)
  }
}

function say(what: string, row: Record<string, number>) {
  const figures = Object.entries(row).map(
    ([name, figure]) => `${name} ${name.startsWith('×') ? figure.toFixed(1) : shown(figure)}`,
  )
  console.log(`  ${what.padEnd(28)} ${figures.join(', ')}`)
}

/** A database of its own with so many made-up titles. */
async function withCatalogue(server: string, titles: number, job: (url: string) => Promise<void>) {
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
      await seedCatalogue(connection)
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

/** The built server, in a process of its own. */
async function withServer(env: Record<string, string>, job: (server: Asked) => Promise<void>) {
  const port = await freePort()
  const server = run('node', ['dist/server/main.js'], {
    ...{ APP_PORT: '0', API_PORT: String(port), HOST: '127.0.0.1', DRAW_AHEAD: '0' },
    ...env,
  })
  try {
    await server.says('API ')
    await job({ port, pid: server.child.pid })
  } finally {
    await server.end()
  }
}
