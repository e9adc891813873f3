import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { v4 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { METRIC_REPORT_MAX, type MetricsReport } from '#contract/userMetrics.ts'
import { userMetrics } from '#server/database/schema/userMetrics.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { type Caller, databaseKinds, startServer, TEST_SETTINGS, type TestServer } from '#tests/harness/server.ts'

const PATH = '/api/app-health'
const BUILD = '0.1.0+1f2e3d4c'
const DAY = 86_400_000
const REPORT: Omit<MetricsReport, 'id'> = {
  engine: 'chromium',
  engineVersion: 142,
  installed: true,
  counts: [
    { metric: 'LCP', from: 1400, version: BUILD, count: 2 },
    { metric: 'confirmed', kind: 'watchlist.setSaved', from: 500, version: BUILD, count: 3 },
    { metric: 'attempts', kind: 'watchlist.setSaved', from: 1, version: BUILD, count: 3 },
    { metric: 'failure', reason: 'timeout', version: BUILD, count: 1 },
  ],
}

describe.each(databaseKinds)('user metrics on %s', (database) => {
  let server: TestServer
  let guest: Caller
  const start = async (settings = {}) => {
    server = await startServer({ database, settings })
    guest = server.createGuest()
  }
  beforeEach(() => start())
  afterEach(() => server.close())

  /** Sends a report of its own id. */
  const send = (caller: Caller, changes: object = {}) => caller.post(PATH, { id: uuid(), ...REPORT, ...changes })
  const today = () => server.now().toISOString().slice(0, 10)
  const stored = () => server.database.select().from(userMetrics).orderBy(userMetrics.metric, userMetrics.bucket)
  /** Runs the operator's command and returns its lines. */
  const show = async (input: object) => (await createOperatorOf(server)('metrics', input)).result.metrics

  test('adds the reports of a day up in one row per bucket, without a trace of their senders', async () => {
    const member = await server.createUser()
    expect((await send(guest)).json).toEqual({ data: { accepted: true } })
    await send(member)
    await send(guest, { engine: 'webkit', engineVersion: 19, installed: false })
    const chromium = { day: today(), engine: 'chromium', engineVersion: 142, appVersion: BUILD, installed: true }
    const rows = await stored()
    expect(rows).toHaveLength(8)
    expect(rows.filter(({ engine }) => engine === 'chromium')).toEqual([
      { ...chromium, metric: 'LCP', detail: '', bucket: 1400, count: 4 },
      { ...chromium, metric: 'attempts', detail: 'watchlist.setSaved', bucket: 1, count: 6 },
      { ...chromium, metric: 'confirmed', detail: 'watchlist.setSaved', bucket: 500, count: 6 },
      { ...chromium, metric: 'failure', detail: 'timeout', bucket: 0, count: 2 },
    ])
    server.pass(DAY)
    await send(guest)
    expect(await stored()).toHaveLength(12)
  })

  test('adds up equal buckets of one report, and reports that arrive at the same time', async () => {
    const counts = [...REPORT.counts, ...REPORT.counts.toReversed()]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(guest, { counts: at % 2 === 0 ? counts : counts.toReversed() })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await stored()).map(({ metric, count }) => [metric, count])).toEqual([
      ['LCP', 32],
      ['attempts', 48],
      ['confirmed', 48],
      ['failure', 16],
    ])
  })

  test('adds a repeated report up once, also when it arrives twice at the same time', async () => {
    const id = uuid()
    const answers = [...(await Promise.all([send(guest, { id }), send(guest, { id })])), await send(guest, { id })]
    expect(answers.map(({ json }) => json)).toEqual(Array(3).fill({ data: { accepted: true } }))
    expect((await stored()).map(({ count }) => count)).toEqual([2, 3, 3, 1])
  })

  test.each([
    ['a metric that it does not know', { metric: 'scroll', from: 0 }],
    ['a bucket that the metric does not have', { metric: 'LCP', from: 1 }],
    ['a kind with the name of a title', { metric: 'confirmed', kind: 'The Godfather', from: 0 }],
    ['a reason with an address', { metric: 'failure', reason: 'https://api.parde.example/titles/7' }],
    ['a count that no device has', { metric: 'LCP', from: 0, count: 1e9 }],
    ['a count below one', { metric: 'LCP', from: 0, count: 0 }],
    ['a version with spaces', { metric: 'LCP', from: 0, version: 'sara was here' }],
  ])('refuses %s and stores nothing of the report', async (_, count) => {
    const answer = await send(guest, {
      counts: [...REPORT.counts, { version: BUILD, count: 1, ...count }],
    })
    expect(answer.status).toBe(422)
    expect(await stored()).toEqual([])
  })

  test('refuses a report with more buckets than a device has, or without any', async () => {
    const [count] = REPORT.counts
    for (const length of [0, METRIC_REPORT_MAX + 1])
      expect((await send(guest, { counts: Array(length).fill(count) })).status).toBe(422)
    expect((await send(guest, { counts: Array(METRIC_REPORT_MAX).fill(count) })).status).toBe(200)
  })

  test('needs the CSRF token, and limits the reports of one address', async () => {
    const headers = { 'Content-Type': 'application/json' }
    expect(
      (await server.request(PATH, { method: 'POST', headers, body: JSON.stringify({ id: uuid(), ...REPORT }) })).status,
    ).toBe(419)
    await send(guest)
    await server.database.execute(sql`update throttles set count = 300 where key like 'metrics:%'`)
    const answer = await send(guest)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('drops invented versions and kinds when the day has more rows than a real one', async () => {
    await server.database.execute(sql`
      insert into user_metrics (day, metric, detail, bucket, engine, engine_version, app_version, installed, count)
      select ${today()}::date, 'LCP', '', 0, 'other', 0, 'invented-' || number, false, 1 from generate_series(1, 20000) number`)
    for (const version of ['a', 'b'])
      await send(guest, { counts: REPORT.counts.map((count) => ({ ...count, version })) })
    const rows = (await stored()).filter(({ appVersion }) => !appVersion.startsWith('invented'))
    expect(
      rows.map(({ metric, detail, appVersion, engineVersion, count }) => [
        metric,
        detail,
        appVersion,
        engineVersion,
        count,
      ]),
    ).toEqual([
      ['LCP', '', 'other', 0, 4],
      ['attempts', 'other', 'other', 0, 6],
      ['confirmed', 'other', 'other', 0, 6],
      ['failure', 'timeout', 'other', 0, 2],
    ])
  })

  test('keeps counts for 400 days', async () => {
    await send(guest)
    const context = () => ({ database: server.database, clock: server.now, settings: TEST_SETTINGS })
    server.pass(400 * DAY)
    await runHousekeeping(context())
    expect(await stored()).toHaveLength(4)
    server.pass(DAY)
    await runHousekeeping(context())
    expect(await stored()).toEqual([])
  })

  test.each([['off'], [undefined]] as const)(
    'with the policy %s has no such call, and tells the app so',
    async (userMetrics) => {
      await server.close()
      await start({ userMetrics })
      expect((await send(guest)).status).toBe(404)
      expect(await stored()).toEqual([])
      expect((await guest.get('/api/contact')).json.userMetrics).toBe('off')
    },
  )

  test('shows the operator numbers and percentiles of the last days, also by browser', async () => {
    const slow = { metric: 'LCP', from: 6000, version: BUILD, count: 1 } as const
    await send(guest)
    await send(guest, { engine: 'webkit', engineVersion: 19, counts: [slow] })
    expect(await show({ days: 28 })).toEqual([
      { metric: 'LCP', detail: '', group: '', values: 3, p50: 1400, p75: 6000, p95: 6000 },
      { metric: 'attempts', detail: 'watchlist.setSaved', group: '', values: 3, p50: 1, p75: 1, p95: 1 },
      { metric: 'confirmed', detail: 'watchlist.setSaved', group: '', values: 3, p50: 500, p75: 500, p95: 500 },
      { metric: 'failure', detail: 'timeout', group: '', values: 1 },
    ])
    expect((await show({ days: 28, by: 'browser' })).slice(0, 2)).toMatchObject([
      { metric: 'LCP', group: 'chromium 142', values: 2, p75: 1400 },
      { metric: 'LCP', group: 'webkit 19', values: 1, p75: 6000 },
    ])
    expect((await show({ days: 28, by: 'version' }))[0]).toMatchObject({ group: BUILD })
    expect((await show({ days: 28, by: 'installed' }))[0]).toMatchObject({ group: 'installed' })
    server.pass(28 * DAY)
    expect(await show({ days: 28 })).toEqual([])
  })

  test('the query in the documentation returns the 75th percentile of each build', async () => {
    const [, query = ''] = /```sql\n([\s\S]*?)```/.exec(await readFile('docs/operations.md', 'utf8')) ?? []
    await send(guest)
    await send(guest, { counts: [{ metric: 'LCP', from: 6000, version: BUILD, count: 1 }] })
    const { rows } = await server.database.execute(sql.raw(query))
    expect(rows).toEqual([{ app_version: BUILD, min: 6000 }])
  })
})
