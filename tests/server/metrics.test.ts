import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectEmbedded, connectServer } from '#server/database/connect.ts'
import { boundCalls } from '#server/http/boundCalls.ts'
import { errorResponse } from '#server/http/errorResponse.ts'
import { type Listener, listen } from '#server/http/listen.ts'
import { serveMetrics } from '#server/http/serveMetrics.ts'
import { runJobs } from '#server/jobs/runJobs.ts'
import { letterJob } from '#server/jobs/sendLetter.ts'
import { LETTER_JOB } from '#server/notifications/mail/letters.ts'
import { notify } from '#server/notifications/notify.ts'
import { sendPushes } from '#server/notifications/sendPushes.ts'
import { createMetrics, type MetricSources, type Metrics } from '#server/platform/metrics.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { startPushService } from '#tests/harness/network/pushService.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { databaseKinds, type Member, PUSH, startServer, type TestServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

/** Creating an embedded database takes seconds, on a busy machine far longer. In ms. */
const SLOW = 120_000
const listeners: Listener[] = []
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
})

async function serve(fetch: Parameters<typeof listen>[0]): Promise<string> {
  const port = await freePort()
  listeners.push(await listen(fetch, { port, host: '127.0.0.1', option: 'API_PORT' }))
  return `http://127.0.0.1:${port}`
}

async function expose(metrics: Metrics): Promise<string> {
  const port = await freePort()
  listeners.push(await serveMetrics(metrics, { port, host: undefined }))
  return `http://127.0.0.1:${port}`
}

/** The values of a metric by its labels, as `name{labels}`. */
async function readMetrics(address: string): Promise<Map<string, number>> {
  const response = await fetch(`${address}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

const NO_SOURCES: MetricSources = {
  pool: undefined,
  pushes: async () => ({ length: 0, age: 0 }),
  mails: async () => ({ length: 0, age: 0 }),
  tasks: async () => ({ length: 0, age: 0 }),
  streams: () => 0,
  pictures: () => ({ hits: 0, misses: 0 }),
  answers: () => ({ hits: 0, misses: 0 }),
}

describe.each(databaseKinds)('metrics on %s', (database) => {
  let metrics: Metrics
  let server: TestServer
  let member: Member
  let api: string
  let address: string
  beforeEach(async () => {
    metrics = createMetrics()
    server = await startServer({ database, metrics })
    member = await server.createUser()
    api = await serve((request, env) => server.api.fetch(request, env))
    address = await expose(metrics)
  })
  afterEach(() => server.close())

  const read = () => readMetrics(address)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api}${path}`, { headers: { Authorization: `Bearer ${member.token}`, ...headers } })

  test('counts calls by route, method and status, and never has an address in a label', async () => {
    const [title = 0] = await server.titleIds(1)
    const before = await read()
    for (let nth = 0; nth < 3; nth++) await get(`/api/titles/${title}`)
    await get('/api/titles/2147483647')
    await get('/api/titles/search?q=planted')
    await get('/api/planted/path')
    await fetch(`${api}/api/user`, { method: 'PROPFIND' })
    const after = await read()
    const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    const count = (labels: string) => added(`parde_call_duration_seconds_count{${labels}}`)
    expect(count('method="GET",route="/api/titles/:id",status="2xx"')).toBe(3)
    expect(count('method="GET",route="/api/titles/:id",status="4xx"')).toBe(1)
    expect(count('method="GET",route="none",status="4xx"')).toBe(1)
    expect(count('method="other",route="none",status="4xx"')).toBe(1)
    expect(added('parde_calls_total{status="404"}')).toBe(2)
    expect(added('parde_call_duration_seconds_bucket{le="10",method="GET",route="/api/titles/:id",status="2xx"}')).toBe(
      3,
    )
    expect([...after.keys()].filter((name) => /planted|2147483647/.test(name))).toEqual([])
  })

  test('counts mutations by call and result, alone and in a batch', async () => {
    const [title = 0, other = 0] = await server.titleIds(2)
    const kind = 'POST /api/user/watchlist/:id'
    const key = { 'Idempotency-Key': uuid() }
    await member.post(`/api/user/watchlist/${title}`, { saved: true }, key)
    await member.post(`/api/user/watchlist/${title}`, { saved: true }, key)
    await member.post(`/api/user/watchlist/${title}`, { saved: false }, key)
    await member.post(`/api/user/watchlist/${title}`, { saved: 'yes' })
    const sent = (id: number, seq: number) => ({
      ...{ key: uuid(), seq, age: 0, method: 'POST' as const },
      ...{ path: `/api/user/watchlist/${id}`, body: { saved: true } },
    })
    await member.post('/api/user/mutations', { mutations: [sent(title, 1), sent(other, 2), sent(2147483647, 3)] })
    const values = await read()
    const results = Object.fromEntries(
      [...values].flatMap(([name, value]) => {
        const result = name.startsWith(`parde_mutations_total{kind="${kind}"`) && /result="(\w+)"/.exec(name)?.[1]
        return result ? [[result, value]] : []
      }),
    )
    expect(results).toEqual({ applied: 3, replayed: 1, key_reused: 1, validation: 1, not_found: 1 })
  })

  test('tells open event streams, and the use of both caches', async () => {
    const leaving = new AbortController()
    const stream = await fetch(`${api}/api/user/events`, {
      headers: { Authorization: `Bearer ${member.token}`, Accept: 'text/event-stream' },
      signal: leaving.signal,
    })
    expect(stream.status).toBe(200)
    const before = await read()
    expect(before.get('parde_event_streams')).toBe(1)
    for (let nth = 0; nth < 2; nth++) await get(`/api/titles/search?per_page=3&order_by=rating`)
    const poster = (await (await get('/api/titles/search?per_page=1')).json()).data[0].poster
    const picture = poster.replace('{width}', '185').replace('{format}', 'avif')
    for (let nth = 0; nth < 2; nth++) expect((await fetch(new URL(picture, api))).status).toBe(200)
    leaving.abort()
    await expect.poll(async () => (await read()).get('parde_event_streams')).toBe(0)
    const after = await read()
    const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(added('parde_answer_cache_total{result="hit"}')).toBeGreaterThanOrEqual(1)
    expect(added('parde_picture_cache_total{result="hit"}')).toBeGreaterThanOrEqual(1)
    expect(added('parde_picture_cache_total{result="hit"}') + added('parde_picture_cache_total{result="miss"}')).toBe(2)
  })

  test('tells how many pushes are due and since when, and counts deliveries by result', async () => {
    const service = await startPushService(PUSH.vapid.publicKey)
    await member.post('/api/user/push-subscriptions', service.createBrowser().subscription)
    await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'خبر' })
    server.pass(90_000)
    const values = await read()
    expect(values.get('parde_push_queue_length')).toBe(1)
    expect(values.get('parde_push_queue_age_seconds')).toBeGreaterThanOrEqual(89)
    for (const status of [503, 201]) {
      service.answer = { status }
      await sendPushes({ database: server.database, clock: server.now, push: PUSH, metrics })
      server.pass(90_000)
    }
    const sent = await read()
    expect(sent.get('parde_pushes_total{result="later"}')).toBe(1)
    expect(sent.get('parde_pushes_total{result="taken"}')).toBe(1)
    expect(sent.get('parde_push_queue_length')).toBe(0)
    await service.close()
  })

  test('tells the mail that waits and since when, and counts mail and its attempts by result', async () => {
    catchLog()
    await server.createGuest().post('/api/forgot-password', { email: member.email })
    server.pass(10_000)
    const waiting = await read()
    expect(waiting.get('parde_mail_queue_length')).toBe(1)
    expect(waiting.get('parde_mail_queue_age_seconds')).toBeGreaterThanOrEqual(10)
    let failure: Error | undefined = new Error('greylisted')
    const context = { database: server.database, clock: server.now, metrics }
    const carry = async () => {
      if (failure) throw failure
    }
    const send = () => runJobs(context, { [LETTER_JOB]: letterJob(context, carry) }, { jobsMax: 1 })
    await send()
    expect((await read()).get('parde_mail_queue_length')).toBe(1)
    failure = Object.assign(new Error('no such mailbox'), { responseCode: 550 })
    server.pass(60_000)
    await send()
    const values = await read()
    expect(values.get('parde_mail_queue_length')).toBe(0)
    expect(values.get('parde_mails_total{result="failed"}')).toBe(1)
    expect(values.get('parde_jobs_total{kind="letter",result="failed"}')).toBe(1)
    expect(values.get('parde_jobs_total{kind="letter",result="done"}')).toBe(1)
    expect(values.get('parde_task_queue_length')).toBe(0)
  })
})

/** Not the databases of the other tests: their embedded one has a faster driver than production. */
test.each(databaseKinds)(
  'times statements on %s, and tells the connections of a database server',
  async (kind) => {
    const empty = kind === 'pglite' ? undefined : await createEmptyDatabase()
    const connection = empty ? await connectServer(empty.url) : await connectEmbedded()
    const { database } = connection
    const metrics = createMetrics()
    const address = await expose(metrics)
    await database.execute(sql`create table planted (number integer)`)
    connection.observe(metrics)
    metrics.watch({ ...NO_SOURCES, pool: connection.pool })
    await database.execute(sql`select * from planted`)
    await expect(database.execute(sql`select 'planted@parde.example'::integer`)).rejects.toThrow()
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`insert into planted values (1)`)
      await transaction.execute(sql`insert into planted values (2)`)
    })
    const values = await readMetrics(address)
    const count = (name: string) => values.get(`parde_database_statement_duration_seconds_count{statement="${name}"}`)
    expect([count('select'), count('insert'), count('commit'), count('other')]).toEqual([2, 2, 1, undefined])
    expect(values.get('parde_database_statements_failed_total')).toBe(1)
    const connections = ['busy', 'idle'].map((state) => values.get(`parde_database_connections{state="${state}"}`))
    expect(connections).toEqual(empty ? [0, 1] : [undefined, undefined])
    expect(values.get('parde_database_connections_waited_for')).toBe(empty && 0)
    expect(values.get('parde_database_connection_wait_seconds_count')).toBe(empty ? 3 : 0)
    await connection.close()
    await empty?.drop()
  },
  SLOW,
)

test('counts refused calls and calls in progress', async () => {
  const metrics = createMetrics()
  const waiting: (() => void)[] = []
  const app = new Hono().use(boundCalls(2, metrics)).get('/', async (http) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return http.text('answered')
  })
  app.onError(errorResponse)
  const [api, address] = [await serve(app.fetch), await expose(metrics)]
  const calls = Array.from({ length: 2 }, () => fetch(api))
  await expect.poll(async () => (await readMetrics(address)).get('parde_calls_in_progress')).toBe(2)
  expect((await fetch(api)).status).toBe(503)
  expect((await readMetrics(address)).get('parde_calls_refused_total')).toBe(1)
  await expect.poll(() => waiting.length).toBe(2)
  for (const answer of waiting) answer()
  for (const call of calls) expect((await call).status).toBe(200)
  expect((await readMetrics(address)).get('parde_calls_in_progress')).toBe(0)
})

test('answers without a queue that cannot be read, or not in time', async () => {
  const log = catchLog()
  for (const pushes of [() => Promise.reject(new Error('no database')), () => new Promise<never>(() => undefined)]) {
    const metrics = createMetrics()
    metrics.watch({ ...NO_SOURCES, pushes })
    const values = await readMetrics(await expose(metrics))
    expect(values.has('parde_push_queue_length')).toBe(false)
    expect(values.get('parde_mail_queue_length')).toBe(0)
    expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  }
  expect(log.lines()).toMatchObject([{ msg: 'Reading the push queue failed' }])
})

test('answers nothing but GET /metrics', async () => {
  const address = await expose(createMetrics())
  expect((await fetch(`${address}/`)).status).toBe(404)
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
})

/** Names of metrics in the queries of the dashboard. */
const METRIC = /\b(?:parde|nodejs|process)_\w+/g

test('the dashboard asks for metrics that exist, and shows every metric of ours', async () => {
  const metrics = createMetrics()
  metrics.watch({ ...NO_SOURCES, pool: () => ({ busy: 0, idle: 0, waiting: 0 }) })
  const text = await (await metrics.respond()).text()
  const exported = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''))
  const dashboard = readFileSync('deploy/grafana/parde.json', 'utf8')
  const asked = [...dashboard.matchAll(METRIC)].map(([name]) => name)
  const baseOf = (name: string) => (exported.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))
  expect(asked.map(baseOf).filter((name) => !exported.has(name))).toEqual([])
  const own = [...exported].filter((name) => name.startsWith('parde_'))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter((name) => !asked.map(baseOf).includes(name))).toEqual([])
  const operations = readFileSync('docs/operations.md', 'utf8')
  expect(own.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})
