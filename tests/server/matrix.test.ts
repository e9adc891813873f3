import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { batchApi } from '#contract/batch.ts'
import { collectionsApi } from '#contract/collections.ts'
import { commentsApi } from '#contract/comments.ts'
import { contactApi } from '#contract/contact.ts'
import { devicesApi } from '#contract/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { eventsApi } from '#contract/events.ts'
import { exportApi } from '#contract/export.ts'
import { Failure } from '#contract/failures.ts'
import { filesApi } from '#contract/files.ts'
import { genresApi } from '#contract/genres.ts'
import { historyApi } from '#contract/history.ts'
import { importsApi } from '#contract/imports.ts'
import { notificationsApi } from '#contract/notifications.ts'
import { passwordsApi } from '#contract/passwords.ts'
import { peopleApi } from '#contract/people.ts'
import { plansApi, premiumApi } from '#contract/premium.ts'
import { pushApi } from '#contract/push.ts'
import { reactionsApi } from '#contract/reactions.ts'
import { requestsApi } from '#contract/requests.ts'
import { screenshotsApi } from '#contract/screenshots.ts'
import { telegramApi } from '#contract/telegram.ts'
import { titlesApi } from '#contract/titles.ts'
import { watchApi } from '#contract/watch.ts'
import { watchlistApi } from '#contract/watchlist.ts'
import { nameId } from '#server/catalogue/ids.ts'
import { notify } from '#server/notify.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/hostile.ts'
import { aCode } from '#tests/harness/premium.ts'
import {
  type Answer,
  aServer,
  type Caller,
  databaseKinds,
  type Member,
  PASSWORD,
  PUSH,
  type TestServer,
} from '#tests/harness/server.ts'

/** Every call of the contract; whoever adds an area adds it here, and gets all of these tests. */
const areas = {
  accountApi,
  batchApi,
  collectionsApi,
  commentsApi,
  contactApi,
  eventsApi,
  devicesApi,
  exportApi,
  filesApi,
  genresApi,
  historyApi,
  importsApi,
  notificationsApi,
  passwordsApi,
  peopleApi,
  plansApi,
  premiumApi,
  pushApi,
  reactionsApi,
  requestsApi,
  screenshotsApi,
  telegramApi,
  titlesApi,
  watchApi,
  watchlistApi,
}
const calls = Object.entries(areas).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint<unknown, unknown, unknown, unknown>>(endpoints).map(
    ([name, endpoint]) => [`${area}.${name}`, endpoint] as const,
  ),
)
const memberCalls = calls.filter(([, endpoint]) => endpoint.access === 'user')
const personalLists = memberCalls.filter(
  ([name, { path }]) => name.endsWith('Api.list') && path.startsWith('/api/user/'),
)
const unsafeCalls = calls.filter(([, endpoint]) => endpoint.method !== 'GET')
/** For anyone, and for each another answer: a cookie, links. */
const ownAnswers = ['accountApi.csrfCookie', 'filesApi.list', 'watchApi.show']
const publicReads = calls.filter(
  ([name, endpoint]) => endpoint.access === 'anyone' && endpoint.method === 'GET' && !ownAnswers.includes(name),
)

const PERSIAN = /[آ-ی]/

describe.each(databaseKinds)('every call of the contract, on %s', (database) => {
  let server: TestServer
  let person: Member
  let title: number
  let matrixCode: string
  beforeAll(async () => {
    server = await aServer({ database })
    person = await server.aUser()
    ;[title = 0] = await server.titleIds(1)
    matrixCode = await aCode(server, { kind: 'discount', planId: null, percent: 10 })
    const device = await person.signIn()
    const listed = await device.get(devicesApi.all.path)
    ids[devicesApi.end.path] = listed.json.data.find(({ current }: { current: boolean }) => current).id
  })
  afterAll(() => server.close())

  /** Something that is there, in the areas whose ids are not titles'. */
  const others: Record<string, number> = {
    collections: nameId('the-godfather'),
    genres: 8,
    people: nameId('Al Pacino'),
    plans: 1,
  }
  /** Ids of one call alone. */
  const ids: Record<string, number> = {}
  const pathOf = ({ path }: { path: string }, id: unknown = ids[path] ?? others[path.split('/')[2] ?? ''] ?? title) =>
    path.replace(':imdb', `tt${String(title).padStart(7, '0')}`).replace(':id', String(id))
  const send = (
    caller: Caller,
    endpoint: { method: string; path: string },
    id?: unknown,
    body: object = {},
  ): Promise<Answer> => {
    if (endpoint.method === 'GET') return caller.get(pathOf(endpoint, id))
    if (endpoint.method === 'DELETE') return caller.delete(pathOf(endpoint, id))
    return caller.post(pathOf(endpoint, id), body)
  }
  /** What each of the person's own changes may say. */
  const bodies = (): Record<string, Record<string, unknown>> => ({
    'batchApi.send': {
      mutations: [
        { key: uuid(), seq: 1, age: 0, method: 'POST', path: `/api/user/watchlist/${title}`, body: { saved: true } },
      ],
    },
    'commentsApi.create': { titleId: title, body: 'دیدنی بود' },
    'historyApi.set': { position: 60, duration: 600 },
    'importsApi.create': { rows: [{ name: 'هیچ', year: 1999 }] },
    'importsApi.watched': { rows: [{ name: 'هیچ', year: 1999, watchedAt: '2020-01-01T00:00:00.000Z' }] },
    'notificationsApi.read': { read: 'all' },
    'premiumApi.join': { planId: 1 },
    'premiumApi.quote': { planId: 2, code: matrixCode },
    'premiumApi.reserve': { planId: 2 },
    'notificationsApi.set': { name: 'dubbed', value: false },
    'pushApi.subscribe': {
      endpoint: 'https://push.example/x',
      keys: { p256dh: PUSH.vapid.publicKey, auth: 'A'.repeat(22) },
      utcOffset: 210,
    },
    'reactionsApi.like': { liked: true },
    'requestsApi.create': { name: `فیلم ${uuid()}`, type: 'movie' },
    'watchlistApi.set': { saved: true },
  })

  const expectRefusal = (answer: Answer, status: number) => {
    expect(answer.status).toBe(status)
    expect(v.parse(Failure, answer.json)).toEqual(answer.json)
    expect(answer.json.message).toMatch(PERSIAN)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }

  test.each(memberCalls)('%s: a guest, and somebody with a made-up token, is asked to sign in', async (_, endpoint) => {
    const guest = server.aGuest()
    expectRefusal(await send(guest, endpoint), 401)
    guest.token = 'x'.repeat(43)
    expectRefusal(await send(guest, endpoint), 401)
  })

  test.each(unsafeCalls)('%s: is refused without the CSRF token, whoever calls', async (_, endpoint) => {
    for (const token of [undefined, person.token]) {
      const response = await server.request(pathOf(endpoint), {
        method: endpoint.method,
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: '{}',
      })
      expectRefusal({ status: response.status, headers: response.headers, json: await response.json() }, 419)
    }
  })

  test.each(calls)('%s: answers a signed-in person in its own form, or says why not', async (name, endpoint) => {
    if (name === 'accountApi.logout') return
    const answer = await send(person, endpoint)
    expect([200, 204, 422]).toContain(answer.status)
    // The server itself compares each answer with the contract here: one that differed would be a 500.
    if (answer.status === 200) expect(v.parse(endpoint.reply, answer.json)).toEqual(answer.json)
    if (endpoint.access === 'user' || endpoint.method !== 'GET') {
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  test('each change a person can make is known here', () => {
    const changes = memberCalls.filter(
      ([name, { method }]) => method === 'POST' && !/^(account|passwords)Api/.test(name),
    )
    expect(changes.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies()).toSorted())
  })

  test.each(Object.keys(bodies()))(
    '%s: a change is answered in its own form, and told to nobody else',
    async (name) => {
      const endpoint = calls.find(([other]) => other === name)?.[1]
      if (!endpoint) throw new Error(`no call ${name}`)
      const answer = await send(await server.aUser(), endpoint, undefined, bodies()[name])
      expect(answer.status).toBe(200)
      expect(v.parse(endpoint.reply, answer.json)).toEqual(answer.json)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('ETag')).toBeNull()
    },
  )

  test.each(personalLists)('%s: shows a person’s own rows, and nobody else’s', async (_, endpoint) => {
    const [one, other] = [await server.aUser(), await server.aUser()]
    for (const [name, body] of Object.entries(bodies())) {
      const change = calls.find(([known]) => known === name)?.[1]
      if (change) await send(one, change, undefined, body)
    }
    await notify({ database: server.database, clock: server.now }, one.id, { kind: 'other', title: 'خبر' })
    for (const query of ['', '?since=']) {
      const path = pathOf(endpoint) + query
      expect((await one.get(path)).json.data.length).toBeGreaterThan(0)
      expect((await other.get(path)).json.data).toEqual([])
      expectRefusal(await server.aGuest().get(path), 401)
    }
  })

  const fields = memberCalls.flatMap(([name, endpoint]) =>
    'entries' in endpoint.body
      ? Object.keys(endpoint.body.entries as object).map(
          (field) => [`${name} ${field}`, name, endpoint, field] as const,
        )
      : [],
  )
  test.each(fields)('%s: whatever it is, it is taken or refused in Persian', async (_, name, endpoint, field) => {
    const somebody = await server.aUser()
    for (const value of [...Object.values(HOSTILE_TEXTS), ...Object.values(HOSTILE_VALUES)]) {
      const answer = await send(somebody, endpoint, undefined, { ...bodies()[name], [field]: value })
      expect([200, 404, 409, 422, 429]).toContain(answer.status)
      if (answer.status !== 200) expectRefusal(answer, answer.status)
    }
  })

  test.each(publicReads)('%s: a guest’s answer may be kept, and is not sent twice', async (_, endpoint) => {
    const guest = server.aGuest()
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

  test('long answers come packed as the caller takes it, short ones and those with tokens as they are', async () => {
    const guest = server.aGuest()
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
    const login = { email: person.email, password: PASSWORD }
    const answer = await guest.post('/api/sanc/login', login, { 'Accept-Encoding': 'br' })
    expect(answer.headers.get('Content-Encoding')).toBeNull()
  })

  test('titlesApi.show: what a person did with a title is for nobody else to keep', async () => {
    const mine = await person.get(pathOf(titlesApi.show))
    expect(mine.json.data.viewer).toMatchObject({ saved: expect.any(Boolean), version: expect.any(Number) })
    expect(mine.headers.get('Cache-Control')).toBe('no-store')
    expect(mine.headers.get('ETag')).toBeNull()
    const guests = await server.aGuest().get(pathOf(titlesApi.show))
    expect(guests.json.data.viewer).toBeNull()
    expect(guests.headers.get('Vary')).toContain('Authorization')
  })

  test.each(calls.filter(([, { path }]) => path.includes(':id')))(
    '%s: an id that is none, or of nothing, is 404',
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
        '%2e%2e',
      ]) {
        expectRefusal(await send(person, endpoint, id, bodies()[name]), 404)
      }
    },
  )

  const queried = calls.flatMap(([name, endpoint]) =>
    'entries' in endpoint.query
      ? Object.keys(endpoint.query.entries as object).map((key) => [`${name} ?${key}`, endpoint, key] as const)
      : [],
  )
  test.each(queried)('%s: whatever it is, it is answered or refused in Persian', async (_, endpoint, key) => {
    for (const text of [...Object.values(HOSTILE_TEXTS), '-1', '0', '1e308', '9'.repeat(40), 'NaN', '[]', 'null']) {
      const answer = await person.get(
        `${pathOf(endpoint)}?${key}=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`,
      )
      expect([200, 404, 410, 422]).toContain(answer.status)
      if (answer.status !== 200) expect(answer.json.message).toMatch(PERSIAN)
    }
    for (const raw of [`${key}`, `${key}=a&${key}=b`, `${key}[]=1`, `${key}[$ne]=1`, `${key}=%`, `${key}=%ff%fe`]) {
      expect((await person.get(`${pathOf(endpoint)}?${raw}`)).status).toBeLessThan(500)
    }
  })
})
