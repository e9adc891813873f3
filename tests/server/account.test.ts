import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { databaseKinds, PASSWORD, startServer, type TestServer } from '#tests/harness/server.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const PERSIAN = /^[^a-z]*[آ-ی][^a-z]*$/

describe.each(databaseKinds)('account on %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer({ database })
  })
  afterEach(() => server.close())

  const register = (fields: Record<string, unknown> = {}) =>
    server.createGuest().post('/api/sanc/register', {
      name: 'سارا',
      email: 'sara@parde.example',
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      ...fields,
    })
  const login = (fields: Record<string, unknown> = {}, headers?: Record<string, string>) =>
    server
      .createGuest()
      .post('/api/sanc/login', { email: 'sara@parde.example', password: PASSWORD, ...fields }, headers)

  test('registers a member, accepts the token, and rejects it after sign-out', async () => {
    const member = await server.createUser({ name: 'سارا', email: 'Sara@Parde.example' })
    const shown = await member.get('/api/user')
    expect(shown.status).toBe(200)
    expect(shown.json.data).toMatchObject({ id: member.id, name: 'سارا', email: 'sara@parde.example' })
    expect(shown.headers.get('Cache-Control')).toBe('no-store')
    expect((await member.post('/api/sanc/logout')).status).toBe(204)
    expect((await member.get('/api/user')).status).toBe(401)
    expect((await login()).status).toBe(200)
  })

  test('keeps other devices signed in when one device signs out', async () => {
    const member = await server.createUser()
    const other = await member.signIn()
    await member.post('/api/sanc/logout')
    expect((await other.get('/api/user')).status).toBe(200)
  })

  test('stores neither the password nor the token in clear text', async () => {
    const { json } = await register()
    const { rows } = await server.database.execute(sql`select * from users, tokens`)
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(PASSWORD)
    expect(stored).not.toContain(json.data.token)
    expect(json.data.token).toMatch(/^[\w-]{43}$/)
    expect(stored).toMatch(/scrypt\$16\$8\$1\$/)
  })

  test('stores different hashes for two users with the same password', async () => {
    await register()
    await register({ email: 'dara@parde.example' })
    const { rows } = await server.database.execute(sql`select distinct password from users`)
    expect(rows).toHaveLength(2)
  })

  test('accepts a password in composed and decomposed Unicode forms', async () => {
    await register({ password: 'cafe\u0301 1405', passwordConfirmation: 'cafe\u0301 1405' })
    expect((await login({ password: 'caf\u00e9 1405' })).status).toBe(200)
    expect((await login({ password: 'cafe 1405' })).status).toBe(422)
  })

  test('rejects a registered e-mail address in any letter case, with an error at the field', async () => {
    await register()
    const again = await register({ email: '  SARA@parde.EXAMPLE ' })
    expect(again.status).toBe(422)
    expect(again.json).toMatchObject({ code: 'validation', errors: { email: [expect.stringMatching(PERSIAN)] } })
  })

  test('creates one account for twenty simultaneous registrations of an address', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register()))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(19)
  })

  test('returns a Persian error for each missing or invalid field', async () => {
    const { status, json } = await server.createGuest().post('/api/sanc/register', { password: 'short', name: 'x' })
    expect(status).toBe(422)
    expect(json.message).toMatch(PERSIAN)
    expect(Object.keys(json.errors).toSorted()).toEqual(['email', 'name', 'password', 'passwordConfirmation'])
    for (const sentences of Object.values<string[]>(json.errors)) {
      for (const sentence of sentences) expect(sentence).toMatch(/[آ-ی]/)
    }
    const differs = await register({ passwordConfirmation: `${PASSWORD}!` })
    expect(Object.keys(differs.json.errors)).toEqual(['passwordConfirmation'])
  })

  test('answers a wrong password and an unknown address identically', async () => {
    await register()
    const wrong = await login({ password: 'not the password' })
    const unknown = await login({ email: 'nobody@parde.example' })
    expect(wrong.status).toBe(422)
    expect(unknown.status).toBe(422)
    expect(unknown.json).toEqual(wrong.json)
    expect(wrong.json).toMatchObject({ code: 'credentials', message: expect.stringMatching(PERSIAN) })
  })

  test('blocks an address after five wrong passwords for fifteen minutes', async () => {
    await register()
    for (let tries = 0; tries < 5; tries++) expect((await login({ password: `guess ${tries}` })).status).toBe(422)
    const slowed = await login()
    expect(slowed.status).toBe(429)
    expect(slowed.json.code).toBe('too_many_requests')
    expect(Number(slowed.headers.get('Retry-After'))).toBeGreaterThan(800)
    expect(Number(slowed.headers.get('Retry-After'))).toBeLessThanOrEqual(900)
    expect((await login({ email: 'other@parde.example' })).status).toBe(422)
    server.pass(15 * MINUTE + 1000)
    expect((await login()).status).toBe(200)
  })

  test('counts all simultaneous wrong passwords', async () => {
    await register()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => login({ password: `guess ${n}` })))
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15)
  })

  test('does not limit sign-ins with the right password', async () => {
    await register()
    for (let times = 0; times < 8; times++) expect((await login()).status).toBe(200)
  })

  test('does not wait for a limit that a wrong clock began a year ahead', async () => {
    await register()
    server.pass(366 * DAY)
    for (let tries = 0; tries < 6; tries++) await login({ password: 'guess' })
    server.pass(-366 * DAY)
    expect((await login()).status).toBe(200)
  })

  test.each(['[', '{"a":'])('refuses a body that is nested 5,000 deep (%s)', async (opening) => {
    const member = await server.createUser()
    const deep = `${opening.repeat(5_000)}1${(opening === '[' ? ']' : '}').repeat(5_000)}`
    const call = `{"key":"${randomUUID()}","seq":1,"age":0,"method":"POST","path":"/api/user/watchlist/1","body":${deep}}`
    expect((await member.post('/api/user/mutations', `{"mutations":[${call}]}`)).status).toBe(422)
    expect((await server.createGuest().post('/api/sanc/login', deep)).status).toBe(422)
  })

  test('ignores X-Forwarded-For when no proxy is configured', async () => {
    await register()
    const answers = []
    for (let tries = 0; tries < 6; tries++) {
      answers.push(await login({ password: 'guess' }, { 'X-Forwarded-For': `10.0.0.${tries}` }))
    }
    expect(answers.at(-1)?.status).toBe(429)
  })

  test('expires a token one year after its last use', async () => {
    const member = await server.createUser()
    server.pass(300 * DAY)
    expect((await member.get('/api/user')).status).toBe(200)
    server.pass(300 * DAY)
    expect((await member.get('/api/user')).status).toBe(200)
    server.pass(366 * DAY)
    expect((await member.get('/api/user')).status).toBe(401)
  })

  test('issues a token for one day if the user does not want to be remembered', async () => {
    await register()
    const caller = server.createGuest()
    caller.token = (await login({ remember: false })).json.data.token
    expect((await caller.get('/api/user')).status).toBe(200)
    server.pass(DAY + MINUTE)
    expect((await caller.get('/api/user')).status).toBe(401)
  })

  test.each([
    'Bearer',
    'Bearer x',
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(5000)}`,
    'Basic c2FyYTpwYXNz',
    `Bearer ' or '1'='1`,
    'null',
  ])('answers 401 to an invalid Authorization header (%#)', async (Authorization) => {
    const answer = await server.createGuest().get('/api/user', { Authorization })
    expect(answer.status).toBe(401)
    expect(answer.json).toMatchObject({ code: 'unauthenticated', message: expect.stringMatching(PERSIAN) })
  })

  test('stores names unchanged except for control and bidirectional characters', async () => {
    const html = await register({ name: '<b>سارا</b> & co' })
    expect(html.json.data.user.name).toBe('<b>سارا</b> & co')
    const bidi = await register({ name: 'سا\u202eرا\u2066\u0007', email: 'b@parde.example' })
    expect(bidi.json.data.user.name).toBe('سارا')
    const invisible = await register({ name: '\u200c\u200b\u2060 \u200d', email: 'c@parde.example' })
    expect(invisible.json.errors.name).toHaveLength(1)
  })

  describe('hostile input', () => {
    const fields = ['name', 'email', 'password', 'passwordConfirmation', 'ref', 'remember'] as const
    for (const field of fields) {
      test.each(Object.entries({ ...HOSTILE_TEXTS, ...HOSTILE_VALUES }))(
        `${field}: %s is accepted or rejected in Persian`,
        async (_, value) => {
          for (const answer of [await register({ [field]: value }), await login({ [field]: value })]) {
            expect([200, 201, 422]).toContain(answer.status)
            if (answer.status === 422) expect(answer.json.message).toMatch(PERSIAN)
            for (const sentence of Object.values<string[]>(answer.json.errors ?? {}).flat()) {
              expect(sentence).toMatch(/[آ-ی]/)
            }
          }
        },
      )
    }

    test.each([
      '',
      'null',
      '[]',
      '"text"',
      '7',
      '{',
      '{"email":',
      '\u0000',
      '{"email":"a@b.co","email":{}}',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
    ])('answers 422 to an invalid body (%#)', async (body) => {
      const answer = await server.createGuest().post('/api/sanc/login', body)
      expect(answer.status).toBe(422)
      expect(answer.json.message).toMatch(PERSIAN)
    })

    test('answers 415 to other content types and 413 to oversized bodies', async () => {
      const guest = server.createGuest()
      const form = await guest.post('/api/sanc/login', 'email=a', {
        'Content-Type': 'application/x-www-form-urlencoded',
      })
      expect(form.status).toBe(415)
      const large = await guest.post('/api/sanc/login', { email: 'a'.repeat(100_000) })
      expect(large.status).toBe(413)
      expect(large.json.message).toMatch(PERSIAN)
    })
  })
})
