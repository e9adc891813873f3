import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commentsApi } from '#contract/comments.ts'
import { devicesApi } from '#contract/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { passkeysApi } from '#contract/passkeys.ts'
import { premiumApi } from '#contract/premium.ts'
import { titlesApi } from '#contract/titles.ts'
import { nameId } from '#server/catalogue/ids.ts'
import { notify } from '#server/notifications/notify.ts'
import { addPasskey, createAuthenticator } from '#tests/harness/authenticator.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { createCode } from '#tests/harness/fixtures/premium.ts'
import {
  type Answer,
  type Caller,
  databaseKinds,
  type Member,
  PASSWORD,
  PUSH,
  startServer,
  type TestServer,
} from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

/** All endpoints of the contract, collected by glob: a new endpoint gets all of these tests. */
const files = import.meta.glob<Record<string, unknown>>('/src/contract/*.ts', { eager: true })
const allEndpoints = Object.values(files).flatMap((file) =>
  Object.entries(file)
    .filter(([area]) => area.endsWith('Api'))
    .flatMap(([area, endpoints]) =>
      Object.entries(endpoints as Record<string, Endpoint<unknown, unknown, unknown, unknown>>).map(
        ([name, endpoint]) => [`${area}.${name}`, endpoint] as const,
      ),
    ),
)
const memberEndpoints = allEndpoints.filter(([, endpoint]) => endpoint.access === 'user')
const personalLists = memberEndpoints.filter(
  ([name, { path }]) => name.endsWith('Api.list') && path.startsWith('/api/user/'),
)
const unsafeEndpoints = allEndpoints.filter(([, endpoint]) => endpoint.method !== 'GET')
/** Open to everyone, but different for each caller: a cookie, signed links. */
const callerSpecific = ['accountApi.csrfCookie', 'filesApi.list', 'watchApi.show']
const publicReads = allEndpoints.filter(
  ([name, endpoint]) => endpoint.access === 'anyone' && endpoint.method === 'GET' && !callerSpecific.includes(name),
)

/** Endpoints with a body, and the names of its fields. */
const endpointsWithBody = allEndpoints.flatMap(([name, endpoint]) =>
  'entries' in endpoint.body ? [[name, endpoint, Object.keys(endpoint.body.entries as object)] as const] : [],
)

const PERSIAN = /[آ-ی]/
/** The text and the host in all data that these tests send. */
const [PLANTED, PLANTED_HOST] = ['متن کاشته', 'planted.example']
/** For a test that makes every call once per table of users, on a busy machine. */
const SLOW = { timeout: 120_000 }
/** A challenge that the server does not know. */
const CHALLENGE = 'x'.repeat(43)
const PLANTED_IP = '203.0.113.77'

describe.each(databaseKinds)('all endpoints of the contract, on %s', (database) => {
  let server: TestServer
  let member: Member
  /** A member with a subscription. */
  let subscriber: Member
  let title: number
  let matrixCode: string
  beforeAll(async () => {
    server = await startServer({ database })
    member = await server.createUser()
    subscriber = await server.createUser()
    await subscriber.post(premiumApi.join.path, { code: await createCode(server) })
    ;[title = 0] = await server.titleIds(1)
    matrixCode = await createCode(server, { kind: 'discount', planId: null, percent: 10 })
    const device = await member.signIn()
    const listed = await device.get(devicesApi.all.path)
    endpointIds[devicesApi.end.path] = listed.json.data.find(({ current }: { current: boolean }) => current).id
    endpointIds[passkeysApi.remove.path] = (await addPasskey(member, createAuthenticator())).json.data.id
  })
  afterAll(() => server.close())

  /** Existing ids for the areas whose ids are not title ids. */
  const areaIds: Record<string, number> = {
    collections: nameId('the-godfather'),
    genres: 8,
    people: nameId('Al Pacino'),
    plans: 1,
  }
  /** Existing ids for single endpoints. */
  const endpointIds: Record<string, number> = {}
  const pathOf = (
    { path }: { path: string },
    id: unknown = endpointIds[path] ?? areaIds[path.split('/')[2] ?? ''] ?? title,
  ) => path.replace(':imdb', `tt${String(title).padStart(7, '0')}`).replace(':id', String(id))
  const send = (
    caller: Caller,
    endpoint: { method: string; path: string },
    id?: unknown,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    if (endpoint.method === 'GET') return caller.get(pathOf(endpoint, id), headers)
    if (endpoint.method === 'DELETE') return caller.delete(pathOf(endpoint, id), headers, body)
    return caller.post(pathOf(endpoint, id), body, headers)
  }
  /** A valid body for each mutation of a member. */
  const mutationBodies = (): Record<string, Record<string, unknown>> => ({
    'batchApi.send': {
      mutations: [
        { key: uuid(), seq: 1, age: 0, method: 'POST', path: `/api/user/watchlist/${title}`, body: { saved: true } },
      ],
    },
    'calendarApi.renew': {},
    'commentReactionsApi.like': { liked: true },
    'commentReactionsApi.report': { reason: 'spam' },
    'commentsApi.change': { body: PLANTED },
    'commentsApi.create': { titleId: title, body: PLANTED },
    'historyApi.setHidden': { hidden: true },
    'historyApi.setWatched': { flags: [{ episodeId: null, watched: true }] },
    'historyApi.set': { position: 60, duration: 600 },
    'importsApi.create': { rows: [{ name: PLANTED, year: 1999 }] },
    'importsApi.watched': { rows: [{ name: PLANTED, year: 1999, watchedAt: '2020-01-01T00:00:00.000Z' }] },
    'notificationsApi.read': { read: 'all' },
    'passkeysApi.options': {},
    'premiumApi.join': { planId: 1 },
    'premiumApi.quote': { planId: 2, code: matrixCode },
    'premiumApi.reserve': { planId: 2 },
    'notificationsApi.set': { name: 'dubbed', value: false },
    'profileApi.changeEmail': { email: `${uuid()}@${PLANTED_HOST}`, currentPassword: PASSWORD },
    'profileApi.changeName': { name: PLANTED },
    'pushApi.subscribe': {
      endpoint: `https://${PLANTED_HOST}/x`,
      keys: { p256dh: PUSH.vapid.publicKey, auth: 'A'.repeat(22) },
      utcOffset: 210,
    },
    'reactionsApi.like': { liked: true },
    'requestsApi.create': { name: `${PLANTED} ${uuid()}`, type: 'movie' },
    'watchlistApi.set': { saved: true },
  })

  const expectRefusal = (answer: Answer, status: number) => {
    expect(answer.status).toBe(status)
    expect(v.parse(Failure, answer.json)).toEqual(answer.json)
    expect(answer.json.message).toMatch(PERSIAN)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }

  test.each(memberEndpoints)('%s: answers 401 to guests and unknown tokens', async (_, endpoint) => {
    const guest = server.createGuest()
    expectRefusal(await send(guest, endpoint), 401)
    guest.token = 'x'.repeat(43)
    expectRefusal(await send(guest, endpoint), 401)
  })

  test.each(unsafeEndpoints)('%s: answers 419 without the CSRF token', async (_, endpoint) => {
    for (const token of [undefined, member.token]) {
      const response = await server.request(pathOf(endpoint), {
        method: endpoint.method,
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: '{}',
      })
      expectRefusal({ status: response.status, headers: response.headers, json: await response.json() }, 419)
    }
  })

  test('has more than fifty endpoints without duplicates', () => {
    const names = allEndpoints.map(([, { method, path }]) => `${method} ${path}`)
    expect(names.length).toBeGreaterThan(50)
    expect(new Set(names).size).toBe(names.length)
  })

  // Signing out would end the sessions of the next tests.
  const callable = allEndpoints.filter(([name]) => name !== 'accountApi.logout')
  test.each(callable)('%s: returns a reply that matches the contract, or a refusal', async (_, endpoint) => {
    const guests = endpoint.access === 'anyone' ? [server.createGuest()] : []
    for (const caller of [...guests, member, subscriber]) {
      const answer = await send(caller, endpoint)
      // Another member's rows, for example devices, are 404.
      expect(caller === subscriber ? [200, 204, 404, 422] : [200, 204, 422]).toContain(answer.status)
      // The test server also checks replies against the contract, and answers 500 to a mismatch.
      if (answer.status === 200) expect(v.parse(endpoint.reply, answer.json)).toEqual(answer.json)
      if (endpoint.access === 'user' || endpoint.method !== 'GET') {
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
      }
    }
  })

  test('has a valid body for every mutation of a member', () => {
    // A valid passkey answers a challenge (tests/server/passkeys.test.ts), and a deleted account has no reply to check.
    const changes = memberEndpoints.filter(
      ([name, { method }]) =>
        method === 'POST' && !/^(account|passwords)Api|^passkeysApi.create|^profileApi.deleteAccount/.test(name),
    )
    expect(changes.map(([name]) => name).toSorted()).toEqual(Object.keys(mutationBodies()).toSorted())
  })

  test.each(Object.keys(mutationBodies()))(
    '%s: returns a reply that matches the contract and forbids caching',
    async (name) => {
      const endpoint = allEndpoints.find(([other]) => other === name)?.[1]
      if (!endpoint) throw new Error(`no call ${name}`)
      const caller = await server.createUser()
      const commentsOf: Record<string, Caller> = {
        'commentsApi.change': caller,
        'commentReactionsApi.like': member,
        'commentReactionsApi.report': member,
      }
      const comment = await commentsOf[name]?.post(commentsApi.create.path, mutationBodies()['commentsApi.create'])
      const answer = await send(caller, endpoint, comment?.json.data.id, mutationBodies()[name])
      expect(answer.status).toBe(200)
      expect(v.parse(endpoint.reply, answer.json)).toEqual(answer.json)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('ETag')).toBeNull()
    },
  )

  test.each(personalLists)("%s: shows only the member's own rows", async (_, endpoint) => {
    const [one, other] = [await server.createUser(), await server.createUser()]
    for (const [name, body] of Object.entries(mutationBodies())) {
      const change = allEndpoints.find(([known]) => known === name)?.[1]
      if (change) await send(one, change, undefined, body)
    }
    await notify({ database: server.database, clock: server.now }, one.id, { kind: 'other', title: 'خبر' })
    for (const query of ['', '?since=']) {
      const path = pathOf(endpoint) + query
      expect((await one.get(path)).json.data.length).toBeGreaterThan(0)
      expect((await other.get(path)).json.data).toEqual([])
      expectRefusal(await server.createGuest().get(path), 401)
    }
  })

  /** A valid body for each other endpoint with a body. */
  const otherBodies = (): Record<string, Record<string, unknown>> => ({
    'accountApi.register': { name: PLANTED, email: `${uuid()}@${PLANTED_HOST}`, ...passwords },
    'accountApi.login': { email: `nobody@${PLANTED_HOST}`, password: PASSWORD },
    'accountApi.loginWithToken': { token: 'x'.repeat(43) },
    'passkeysApi.create': { ...createAuthenticator().create({ challenge: CHALLENGE, rp: { id: 'localhost' } }) },
    'passkeysApi.signIn': { ...createAuthenticator().get({ challenge: CHALLENGE, rpId: 'localhost' }, 1) },
    'passwordsApi.forgot': { email: `nobody@${PLANTED_HOST}` },
    'passwordsApi.reset': { token: 'x', email: `nobody@${PLANTED_HOST}`, ...passwords },
    'passwordsApi.change': { currentPassword: 'not the one', ...passwords },
    'profileApi.confirmEmail': { token: 'x' },
    'profileApi.deleteAccount': { currentPassword: 'not the one' },
    'pushApi.unsubscribe': { endpoint: `https://${PLANTED_HOST}/x` },
    'telegramApi.signIn': { initData: 'hash=x' },
    'userMetricsApi.report': {
      id: uuid(),
      engine: 'webkit',
      engineVersion: 19,
      installed: false,
      counts: [{ metric: 'confirmed', kind: 'watchlist.setSaved', from: 0, version: '1.0.0', count: 1 }],
    },
  })

  test('has a valid body for every endpoint with a body', () => {
    const known = { ...mutationBodies(), ...otherBodies() }
    for (const [name, { body }] of endpointsWithBody) expect(v.safeParse(body, known[name]).success, name).toBe(true)
  })

  /** A checksum per table of all rows that belong to users. */
  const checksums = async () => {
    const owned = await server.database.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'`)
    const sums = [...owned.rows, { name: 'users' }].map(
      ({ name }) => `select '${name}', count(*), sum(hashtext(one::text)::bigint) from "${name}" one`,
    )
    // Sorted, since a union has no defined order.
    return (await server.database.execute(sql.raw(`${sums.join(' union all ')} order by 1`))).rows
  }

  const fields = endpointsWithBody.flatMap(([name, endpoint, entries]) => {
    const fieldPaths = [...entries, ...pathsIn({ ...mutationBodies(), ...otherBodies() }[name] ?? {})]
    return [...new Set(fieldPaths)].map((fieldPath) => [`${name} ${fieldPath}`, name, endpoint, fieldPath] as const)
  })
  test.each(fields)(
    '%s: accepts any value or rejects it in Persian at its field',
    async (_, name, endpoint, fieldPath) => {
      const caller = endpoint.access === 'user' ? member : server.createGuest()
      const invalidBodies: object[] = []
      for (const value of [...Object.values(HOSTILE_TEXTS), ...Object.values(HOSTILE_VALUES)]) {
        const body = withValue({ ...mutationBodies()[name], ...otherBodies()[name] }, fieldPath, value)
        if (!v.safeParse(endpoint.body, body).success) {
          invalidBodies.push(body)
          continue
        }
        const answer = await send(caller, endpoint, undefined, body)
        expect([200, 201, 401, 404, 409, 422, 429]).toContain(answer.status)
        if (answer.status > 299) expectRefusal(answer, answer.status)
      }
      const before = await checksums()
      for (const body of invalidBodies) {
        const answer = await send(caller, endpoint, undefined, body)
        expectRefusal(answer, 422)
        const errors = Object.entries<string[]>(answer.json.errors)
        expect(errors.map(([field]) => field).filter((field) => isAbout(field, fieldPath))).not.toEqual([])
        for (const sentence of errors.flatMap(([, sentences]) => sentences)) expect(sentence).toMatch(PERSIAN)
      }
      expect(await checksums()).toEqual(before)
    },
  )

  // On PostgreSQL a renamed table waits for every transaction on it, of all processes.
  test.runIf(database === 'pglite')('no call writes personal data into the log when a query fails', SLOW, async () => {
    const caught = catchLog('debug')
    const printed = (['error', 'warn', 'log'] as const).map((method) => vi.spyOn(console, method))
    const own = await startServer({ database, settings: { proxies: 1 } })
    const { rows: tables } = await own.database.execute<{ name: string }>(
      sql`select table_name as name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'
        union select 'users'`,
    )
    const bodies = { ...mutationBodies(), ...otherBodies() }
    const headers = {
      'X-Forwarded-For': PLANTED_IP,
      'X-Request-Id': `sara@${PLANTED_HOST}`,
      'User-Agent': PLANTED_HOST,
      Referer: `https://${PLANTED_HOST}/`,
    }
    const tokens: string[] = []
    for (const { name } of tables) {
      await own.database.execute(sql`delete from throttles`)
      const caller = await own.createUser({ name: PLANTED, email: `${name}@${PLANTED_HOST}` })
      tokens.push(caller.token)
      await own.database.execute(sql.raw(`alter table "${name}" rename to "${name}_away"`))
      for (const [call, endpoint] of callable) await send(caller, endpoint, undefined, bodies[call], headers)
      for (const query of [`q=${PLANTED}`, `email=${name}@${PLANTED_HOST}`]) {
        await caller.get(`/api/titles/search?${encodeURI(query)}`, headers)
      }
      await caller.get(`/api/nothing/${caller.token}`, headers)
      await own.database.execute(sql.raw(`alter table "${name}_away" rename to "${name}"`))
    }
    await own.letters()
    await own.close()
    for (const spied of printed) expect(spied).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    const lines = caught.lines()
    const errors = lines.map(({ error = '' }) => error).join('\n')
    const log = caught.text()
    // These are read only with a valid code or a message that Telegram signed.
    const needMore = ['clearances', 'code_uses', 'telegram_logins']
    const reachable = tables.map(({ name }) => name).filter((name) => !needMore.includes(name))
    expect(reachable.filter((name) => !errors.includes(`"${name}" does not exist`))).toEqual([])
    const logged = new Set(lines.filter(({ msg }) => msg === 'Call').map(({ method, route }) => `${method} ${route}`))
    expect(callable.map(([, { method, path }]) => `${method} ${path}`).filter((call) => !logged.has(call))).toEqual([])
    const secrets = [PLANTED, encodeURI(PLANTED), PLANTED_HOST, PLANTED_IP, PASSWORD, 'scrypt$', ...tokens]
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
    // Letters are sent after their call has ended.
    const ofCalls = lines.filter(({ msg, requestId }) => msg === 'Call' || requestId !== undefined)
    for (const { requestId } of ofCalls) expect(requestId).toMatch(/^[\da-f-]{36}$/)
  })

  test.each(publicReads)('%s: lets guests cache the answer and answers 304 to its ETag', async (_, endpoint) => {
    const guest = server.createGuest()
    const first = await guest.get(pathOf(endpoint))
    expect(first.status).toBe(200)
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=60, stale-while-revalidate=86400')
    const tag = first.headers.get('ETag') ?? ''
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await guest.get(pathOf(endpoint), { 'If-None-Match': known })
      expect(again.status).toBe(304)
      expect(again.json).toBeUndefined()
      expect(again.headers.get('ETag')).toBe(tag)
    }
    expect((await guest.get(pathOf(endpoint), { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('compresses long answers as accepted, except those with tokens', async () => {
    const guest = server.createGuest()
    const path = '/api/titles/search?per_page=50'
    const plain = await server.request(path)
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    const text = await plain.text()
    for (const [packing, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await server.request(path, { headers: { 'Accept-Encoding': packing } })
      expect(packed.headers.get('Content-Encoding')).toBe(packing)
      expect(packed.headers.get('Vary')).toContain('Accept-Encoding')
      expect(packed.headers.get('ETag')).toBe(plain.headers.get('ETag'))
      const bytes = Buffer.from(await packed.arrayBuffer())
      expect(bytes.length).toBeLessThan(text.length / 3)
      expect(unpack(bytes).toString()).toBe(text)
    }
    const login = { email: member.email, password: PASSWORD }
    const answer = await guest.post('/api/sanc/login', login, { 'Accept-Encoding': 'br' })
    expect(answer.headers.get('Content-Encoding')).toBeNull()
  })

  test('titlesApi.show: forbids shared caches for members', async () => {
    const mine = await member.get(pathOf(titlesApi.show))
    expect(mine.json.data.viewer).toMatchObject({ saved: expect.any(Boolean), version: expect.any(Number) })
    expect(mine.headers.get('Cache-Control')).toBe('no-store')
    expect(mine.headers.get('ETag')).toBeNull()
    const guests = await server.createGuest().get(pathOf(titlesApi.show))
    expect(guests.json.data.viewer).toBeNull()
    expect(guests.headers.get('Vary')).toContain('Authorization')
  })

  test.each(allEndpoints.filter(([, { path }]) => path.includes(':id')))(
    '%s: answers 404 to an invalid or unknown id',
    async (name, endpoint) => {
      for (const id of [
        '0',
        '-1',
        '1.5',
        '1e9',
        'abc',
        '2147483647',
        '2147483648',
        '999999999999999',
        '%00',
        '%F0%9F%92%A3',
        "1'--",
        // Not `%2e%2e`: the client would send the address without both segments, which may be another call.
        '%2e%2e%2f',
      ]) {
        expectRefusal(await send(member, endpoint, id, mutationBodies()[name]), 404)
      }
    },
  )

  const queried = allEndpoints.flatMap(([name, endpoint]) =>
    'entries' in endpoint.query
      ? Object.keys(endpoint.query.entries as object).map((key) => [`${name} ?${key}`, endpoint, key] as const)
      : [],
  )
  test.each(queried)('%s: accepts any value or rejects it in Persian', async (_, endpoint, key) => {
    for (const text of [...Object.values(HOSTILE_TEXTS), '-1', '0', '1e308', '9'.repeat(40), 'NaN', '[]', 'null']) {
      const answer = await member.get(
        `${pathOf(endpoint)}?${key}=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`,
      )
      expect([200, 404, 410, 422]).toContain(answer.status)
      if (answer.status !== 200) expect(answer.json.message).toMatch(PERSIAN)
    }
    for (const raw of [`${key}`, `${key}=a&${key}=b`, `${key}[]=1`, `${key}[$ne]=1`, `${key}=%`, `${key}=%ff%fe`]) {
      expect((await member.get(`${pathOf(endpoint)}?${raw}`)).status).toBeLessThan(500)
    }
  })
})

const passwords = { password: PASSWORD, passwordConfirmation: PASSWORD }

/** Paths of all values in a body, with dots. */
function pathsIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const fieldPath = at === '' ? name : `${at}.${name}`
    return [fieldPath, ...pathsIn(inner, fieldPath)]
  })
}

/** A copy of the body with another value at a path. */
function withValue(body: object, fieldPath: string, value: unknown): object {
  const [name = '', ...rest] = fieldPath.split('.')
  const inner =
    rest.length === 0 ? value : withValue((body as Record<string, object>)[name] ?? {}, rest.join('.'), value)
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...body, [name]: inner }
}

/** An error between two fields is reported at the second one: unequal passwords, neither plan nor code. */
const REPORTED_AT: Record<string, string> = { password: 'passwordConfirmation', planId: 'code' }

/** Whether an error's field is the path, contains it or is inside of it. */
function isAbout(field: string, fieldPath: string): boolean {
  const fits = (one: string, other: string) => one === other || one.startsWith(`${other}.`)
  return fits(field, fieldPath) || fits(fieldPath, field) || field === REPORTED_AT[fieldPath]
}
