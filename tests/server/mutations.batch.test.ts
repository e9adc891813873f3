import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BATCH_MAX, type Sent } from '#contract/batch.ts'
import { HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { device, member, savedTitles, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { type Answer, databaseKinds } from '#tests/harness/server.ts'

const PROPERTY = { timeout: 180_000 }

describe.each(databaseKinds)('batch of mutations on %s', (database) => {
  setUpMember(database)
  let titles: number[]
  beforeEach(async () => {
    titles = await server.titleIds(100)
  })

  const title = (index = 0) => titles[index] ?? 0
  let seq = 0
  const sent = (path: string, body?: unknown, more: Partial<Sent> = {}) => ({
    key: uuid(),
    seq: ++seq,
    age: 0,
    method: 'POST',
    path: `/api/user/${path}`,
    ...(body !== undefined && { body }),
    ...more,
  })

  test('applies mutations in order and answers each one', async () => {
    const mutations = [
      sent(`watchlist/${title(0)}`, { saved: true }),
      sent(`watchlist/${title(0)}`, { saved: false }),
      sent(`like/${title(1)}`, { liked: true }),
      sent(`history/${title(2)}`, { position: 5, duration: 10 }),
      sent(`history/${title(2)}`, undefined, { method: 'DELETE' }),
      sent('comment', { titleId: title(3), body: 'خوب بود' }),
      sent('request', { name: 'فیلمی دیگر', type: 'movie' }),
      sent('notifications', { read: 'all' }),
      sent('import', { rows: [{ name: 'هیچ' }] }),
    ]
    const { status, json } = await device.batch(mutations)
    expect(status).toBe(200)
    expect(json.data.map(({ key }: { key: string }) => key)).toEqual(mutations.map(({ key }) => key))
    expect(json.data.map((one: { status: number }) => one.status)).toEqual(mutations.map(() => 200))
    expect(json.data.map(({ body }: Answer & { body: { result: string } }) => body.result)).toEqual(
      mutations.map(() => 'applied'),
    )
    expect(json.data[1].body.data).toEqual({ titleId: title(0), saved: false, version: 2 })
    expect(json.data[4].body.data).toMatchObject({ titleId: title(2), deleted: true })
    expect(await savedTitles()).toEqual([])
  })

  test('applies the other mutations when some are refused, and refuses as single requests do', async () => {
    const wrong = [
      ['watchlist/2147483000', { saved: true }],
      [`watchlist/${title(0)}`, { saved: 'yes' }],
      ['comment', { titleId: title(0), body: 'x' }],
    ] as const
    const mutations = [
      sent(`watchlist/${title(1)}`, { saved: true }),
      ...wrong.map(([path, body]) => sent(path, body)),
      sent(`watchlist/${title(2)}`, { saved: true }),
    ]
    const { json } = await device.batch(mutations)
    expect(json.data.map((one: { status: number }) => one.status)).toEqual([200, 404, 422, 422, 200])
    for (const [index, [path, body]] of wrong.entries()) {
      expect(json.data[index + 1].body).toEqual((await member.post(`/api/user/${path}`, body)).json)
    }
    expect((await savedTitles()).toSorted()).toEqual([title(1), title(2)].toSorted())
  })

  test('applies saves and likes of different titles in one transaction, or one by one if it fails', async () => {
    const createMutations = () =>
      Array.from({ length: 20 }, (_, index) =>
        index % 3 === 0
          ? sent(`like/${title(index)}`, { liked: true })
          : sent(`watchlist/${title(index)}`, { saved: true }),
      )
    const missing = sent('watchlist/2147483000', { saved: true })
    const transactions = vi.spyOn(server.database, 'transaction')
    const first = createMutations()
    const { json } = await device.batch([...first.slice(0, 10), missing, ...first.slice(10)])
    expect(transactions).toHaveBeenCalledTimes(1)
    const statuses = [...Array(10).fill(200), 404, ...Array(10).fill(200)]
    expect(json.data.map((one: { status: number }) => one.status)).toEqual(statuses)
    const versions = json.data.flatMap(({ body }: { body: { data?: { version: number } } }) => body.data?.version ?? [])
    expect(versions).toEqual(versions.toSorted((one: number, other: number) => one - other))
    expect(new Set(versions).size).toBe(20)

    transactions.mockClear().mockRejectedValueOnce(new Error('deadlock'))
    const second = createMutations()
    const repeated = await device.batch(second)
    transactions.mockRestore()
    expect(repeated.json.data.map((one: { status: number }) => one.status)).toEqual(Array(20).fill(200))
    const { json: replayed } = await device.batch(second)
    expect(replayed.data.map(({ body }: { body: { result: string } }) => body.result)).toEqual(
      Array(20).fill('replayed'),
    )
    expect((await savedTitles()).length).toBe(13)
  })

  test('reports a rate limit with its wait and applies the other mutations', async () => {
    const comments = Array.from({ length: 22 }, (_, index) =>
      sent('comment', { titleId: title(0), body: `نظر ${index}` }),
    )
    const { json } = await device.batch([...comments, sent(`like/${title(0)}`, { liked: true })])
    const statuses = json.data.map((one: { status: number }) => one.status)
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429, 200])
    expect(json.data[20].retryAfter).toBeGreaterThan(0)
    expect(json.data[20].retryAfter).toBeLessThanOrEqual(60)
    expect(json.data[0].retryAfter).toBeNull()
  })

  test('replays a mutation sent alone before, and the other way round', async () => {
    const first = sent(`like/${title(0)}`, { liked: true })
    const second = sent(`like/${title(1)}`, { liked: true })
    const alone = await member.post(first.path, first.body, headersOf(first))
    const { json } = await device.batch([first, second, second])
    expect(json.data[0].body).toEqual({ ...alone.json, result: 'replayed' })
    expect(json.data[2].body).toEqual({ ...json.data[1].body, result: 'replayed' })
    const after = await member.post(second.path, second.body, headersOf(second))
    expect(after.json).toEqual(json.data[2].body)
  })

  const headersOf = ({ key, seq: index, age }: { key: string; seq: number; age: number }) => ({
    'Idempotency-Key': key,
    'X-Client-Id': device.clientId,
    'X-Client-Seq': String(index),
    'X-Mutation-Age': String(age),
  })

  test('has the same effects and answers as single requests in the same order', PROPERTY, async () => {
    const mutationArbitrary = fc.record({
      what: fc.integer({ min: 0, max: 5 }),
      about: fc.integer({ min: 0, max: 2 }),
      on: fc.boolean(),
      seq: fc.integer({ min: 1, max: 9 }),
      /** in days; some are out of range, some in the future */
      age: fc.constantFrom(0, 0.5, 3, 40, 1e9),
      key: fc.integer({ min: 0, max: 5 }),
      by: fc.integer({ min: 0, max: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(mutationArbitrary, { minLength: 1, maxLength: 8 }), async (mutations) => {
        server.pass(3_600_000)
        const keys = Array.from({ length: 6 }, () => uuid())
        const [one, batched] = [await server.createUser({ name: 'همان' }), await server.createUser({ name: 'همان' })]
        const clients = [uuid(), uuid()]
        const requests = mutations.map(({ what, about, on, by, ...rest }) => ({
          by,
          mutation: {
            ...callOf(what, title(about), on),
            seq: rest.seq,
            age: rest.age * 86_400_000,
            key: keys[rest.key] ?? '',
          },
        }))
        const answers: unknown[][] = [[], []]
        for (const { by, mutation } of requests) {
          const headers = { ...headersOf(mutation), 'X-Client-Id': clients[by] ?? '' }
          const single = await (mutation.method === 'POST'
            ? one.post(mutation.path, mutation.body, headers)
            : one.delete(mutation.path, headers))
          answers[0]?.push([single.status, plain(single.json)])
        }
        // A batch comes from one device, so each change of device starts a new batch.
        for (let index = 0; index < requests.length; ) {
          const by = requests[index]?.by ?? 0
          const rest = requests.slice(index)
          const end = rest.findIndex((send) => send.by !== by)
          const mine = end < 0 ? rest : rest.slice(0, end)
          const mutations = mine.map(({ mutation }) => mutation)
          const { json } = await batched.post(
            '/api/user/mutations',
            { mutations },
            { 'X-Client-Id': clients[by] ?? '' },
          )
          for (const answer of json.data) answers[1]?.push([answer.status, plain(answer.body)])
          index += mine.length
        }
        expect(answers[1]).toEqual(answers[0])
        for (const list of ['watchlist', 'history', 'requests', 'notifications']) {
          const [first, second] = await Promise.all(
            [one, batched].map(async (who) => plain((await who.get(`/api/user/${list}?since=`)).json.data)),
          )
          expect(second).toEqual(first)
        }
      }),
      { numRuns: database === 'pglite' ? 15 : 40 },
    )

    function callOf(what: number, id: number, on: boolean) {
      const post = (path: string, body: object) => ({ method: 'POST' as const, path: `/api/user/${path}`, body })
      if (what === 0) return post(`watchlist/${id}`, { saved: on })
      if (what === 1) return post(`history/${id}`, { position: on ? 7 : 70, duration: 100 })
      if (what === 2) return { method: 'DELETE' as const, path: `/api/user/history/${id}` }
      if (what === 3) return post('request', { name: `فیلم ${id}`, type: on ? 'movie' : 'series' })
      if (what === 4) return post('comment', { titleId: id, body: on ? 'خوب بود' : '' })
      return post('nothing', {})
    }

    /** Removes values that differ between users and runs. */
    function plain(value: unknown): unknown {
      return JSON.parse(JSON.stringify(value), (name, inner) => {
        if (name === 'id') return 0
        return /At$/.test(name) && typeof inner === 'string' && name !== 'updatedAt' ? 'then' : inner
      })
    }
  })

  test.each([
    ['an endpoint that is not a mutation', 'POST', '/api/user/mutations'],
    ['a list endpoint', 'POST', '/api/user/watchlist'],
    ['an account endpoint', 'POST', '/api/user/../sanc/logout'],
    ['an unknown path', 'POST', '/api/user/%00'],
    ['another host', 'POST', '/api/user/@elsewhere.example'],
    ['another method', 'DELETE', '/api/user/comment'],
    ['an escaped path traversal', 'POST', '/api/user/..%2f..%2fsanctum'],
  ])('answers 404 to %s inside a batch', async (_, method, path) => {
    const { status, json } = await device.batch([
      { ...sent(''), method, path, body: {} },
      sent(`like/${title()}`, { liked: true }),
    ])
    expect(status).toBe(200)
    expect(json.data.map((one: { status: number }) => one.status)).toEqual([404, 200])
    expect((await member.get('/api/user')).status).toBe(200)
  })

  test('rejects a batch without a session or without a CSRF token', async () => {
    const mutations = [sent(`watchlist/${title()}`, { saved: true })]
    expect((await server.createGuest().post('/api/user/mutations', { mutations })).status).toBe(401)
    const bare = await server.request('/api/user/mutations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${member.token}` },
      body: JSON.stringify({ mutations }),
    })
    expect(bare.status).toBe(419)
    expect(await savedTitles()).toEqual([])
  })

  test('limits a batch to a hundred mutations and a megabyte, and each mutation to its own limit', async () => {
    const mutations = titles.slice(0, BATCH_MAX).map((id) => sent(`watchlist/${id}`, { saved: true }))
    expect((await device.batch([...mutations, sent('like/1', {})])).status).toBe(422)
    expect((await device.batch([])).status).toBe(422)
    const { json } = await device.batch(mutations)
    expect(json.data.every((one: { status: number }) => one.status === 200)).toBe(true)
    expect(await savedTitles()).toHaveLength(100)
    const large = (size: number) => sent('comment', { titleId: title(), body: 'x', pad: 'x'.repeat(size) })
    const mixed = await device.batch([large(500), large(70_000), large(40_000)])
    expect(mixed.json.data.map((one: { status: number }) => one.status)).toEqual([422, 413, 422])
    const huge = await device.batch(Array.from({ length: 20 }, () => large(60_000)))
    expect(huge.status).toBe(413)
    expect(huge.json.message).toMatch(/[آ-ی]/)
    expect((await member.post('/api/user/comment', { titleId: title(), body: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test.each(Object.entries(HOSTILE_VALUES))(
    'answers or refuses %s as a batch or as a field of one',
    async (_, value) => {
      for (const body of [value, { mutations: value }, { mutations: [value] }]) {
        const answer = await member.post('/api/user/mutations', JSON.stringify(body))
        expect(answer.status).toBe(422)
        expect(answer.json.message).toMatch(/[آ-ی]/)
      }
      for (const field of ['key', 'seq', 'age', 'method', 'path', 'body']) {
        const answer = await device.batch([{ ...sent(`like/${title()}`, { liked: true }), [field]: value }])
        expect([200, 422]).toContain(answer.status)
        for (const one of answer.json.data ?? []) expect(one.status).toBeLessThan(500)
      }
    },
  )

  test('applies each mutation once when a batch is sent several times at once', async () => {
    const mutations = titles.slice(0, 10).map((id) => sent(`like/${id}`, { liked: true }))
    const answers = await Promise.all(Array.from({ length: 6 }, () => device.batch(mutations)))
    const results = answers.flatMap(({ json }) =>
      json.data.map(({ body }: { body: { result?: string; code?: string } }) => body.result ?? body.code),
    )
    expect(results.filter((result) => result === 'applied')).toHaveLength(10)
    const { rows } = await server.database.execute<{ likes: number }>(
      sql`select sum(likes)::integer as likes from like_counts`,
    )
    expect(rows[0]?.likes).toBe(10)
  })
})
