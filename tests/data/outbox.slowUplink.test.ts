import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sent } from '#contract/batch.ts'
import { COMMENT_MAX, commentsApi } from '#contract/comments.ts'
import { createComment } from '#data/areas/comments.ts'
import { importRows } from '#data/areas/imports.ts'
import { kindOf } from '#data/areas/kinds.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { createDrain } from '#data/sync/drain.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { type SlowUplink, slowUplink } from '#tests/harness/network/slowUplink.ts'

let device: TestDevice
let uplink: SlowUplink | undefined
/** Bytes of the requests that reached the server. */
let received = 0
const batches: { bytes: number; count: number }[] = []

beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
  batches.length = 0
  received = 0
})
afterEach(async () => {
  uplink?.stop()
  await device.close()
})

const BATCH = '/api/user/mutations'
const IMPORTS = 60
/** Waiting comments of the maximum length; `npm run test:year` sends 10,000. */
const COMMENTS = Math.ceil(10_000 * Number(process.env.YEAR ?? 0.01))
vi.setConfig({ testTimeout: 30_000 + COMMENTS * 60 })

/** Enqueues imports of about 10 kB each. */
async function enqueueLongMutations() {
  const name = 'نام'.repeat(99)
  const rows = Array.from({ length: 15 }, () => ({ imdb: null, name, year: 1990 }))
  await importRows.many(
    Array.from({ length: IMPORTS }, (_, at) => ({ importId: `import ${at}`, name: 'list', rows, known: [] })),
  )
}

/** Waits for no backoff: every pass starts at once, as after an hour. */
async function drainUntilEmpty(): Promise<number> {
  const { outbox } = await personalDatabase()
  const page = createDrain({ kindOf })
  for (let passes = 1; passes <= 500; passes++) {
    await outbox.toCollection().modify({ nextAt: 0 })
    await page.drainOutbox()
    if ((await outbox.count()) === 0) return passes
  }
  throw new Error('the outbox does not empty')
}

/** Answers batches and imports as the server does, and counts the effects of each key. */
function countEffects(): Map<string, number> {
  const effects = new Map<string, number>()
  const data = { saved: [], missing: [] }
  const apply = (key: string) => effects.set(key, (effects.get(key) ?? 0) + (effects.has(key) ? 0 : 1))
  device.network = (path, { body, headers }) => {
    const bytes = new TextEncoder().encode(String(body)).length
    if (path === '/api/user/import') {
      received += bytes
      apply(new Headers(headers).get('Idempotency-Key') ?? '')
      return Response.json({ data, result: 'applied' })
    }
    if (path !== BATCH) return undefined
    const { mutations }: { mutations: Sent[] } = JSON.parse(String(body))
    received += bytes
    batches.push({ bytes, count: mutations.length })
    for (const { key } of mutations) apply(key)
    return Response.json({
      data: mutations.map(({ key }) => ({ key, status: 200, body: { data, result: 'applied' } })),
    })
  }
  return effects
}

test.each([
  // 50 kbit/s with 2 s in each direction.
  { rate: 6.25, timeouts: 0 },
  // 8 kbit/s: only a few mutations fit into one call.
  { rate: 1, timeouts: 12 },
])(
  'long mutations reach the server over $rate bytes/ms with at most $timeouts timeouts',
  async ({ rate, timeouts }) => {
    await enqueueLongMutations()
    const effects = countEffects()
    uplink = slowUplink({ rate, latency: 2_000 })
    await drainUntilEmpty()
    expect(effects.size).toBe(IMPORTS)
    expect(await (await personalDatabase()).reports.count()).toBe(IMPORTS)
    expect(uplink.timeouts).toBeLessThanOrEqual(timeouts)
    expect(uplink.sent).toBeLessThan(received * 1.5)
  },
)

test('batches in flight have at most 64 kB together', async () => {
  await enqueueLongMutations()
  countEffects()
  await drainUntilEmpty()
  expect(batches.length).toBeGreaterThan(IMPORTS / 10)
  expect(Math.max(...batches.map(({ bytes }) => bytes))).toBeLessThanOrEqual(64_000)
})

test(`${COMMENTS} waiting comments arrive once over 50 kbit/s while every fifth answer is lost`, async () => {
  const body = 'ب'.repeat(COMMENT_MAX)
  const comment = { body, spoiler: false, replyTo: null, author: 'x', name: 'x' }
  await createComment.many(Array.from({ length: COMMENTS }, (_, titleId) => ({ ...comment, titleId: titleId + 1 })))
  const stored = new Map<string, object>()
  const store = (key: string, sent: object) => {
    const id = stored.size + 1
    const row = stored.get(key) ?? { id, version: id, author: 'x', createdAt: '2026-01-01T00:00:00Z', ...sent }
    stored.set(key, row)
    return { data: row, result: 'applied' }
  }
  let [calls, answered] = [0, 0]
  device.network = (path, { body, headers }) => {
    if (path !== BATCH && path !== commentsApi.create.path) return undefined
    const sent = JSON.parse(String(body))
    const mutations: Sent[] =
      path === BATCH ? sent.mutations : [{ key: new Headers(headers).get('Idempotency-Key'), body: sent }]
    const data = mutations.map((one) => ({ key: one.key, status: 200, body: store(one.key, one.body as object) }))
    if (++calls % 5 === 0) throw new TypeError('Failed to fetch')
    answered += data.length
    return Response.json(path === BATCH ? { data } : data[0]?.body)
  }
  uplink = slowUplink({ rate: 6.25, latency: 2_000 })
  await drainUntilEmpty()
  const { comments } = await personalDatabase()
  expect([stored.size, answered, await comments.count()]).toEqual([COMMENTS, COMMENTS, COMMENTS])
  expect(uplink.timeouts).toBe(0)
})
