import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { APP_ORIGIN, databaseKinds, PASSWORD } from '#tests/harness/server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEW = 'another horse 1405'
const PERSIAN = /[آ-ی]/

describe.each(databaseKinds)('passwords on %s', (database) => {
  setUpMember(database)

  const forgot = (email: unknown, headers?: Record<string, string>) =>
    server.createGuest().post('/api/forgot-password', { email }, headers)
  const reset = (fields: Record<string, unknown>) =>
    server.createGuest().post('/api/reset-password', {
      email: member.email,
      password: NEW,
      passwordConfirmation: NEW,
      ...fields,
    })
  const login = (password: string, email = member.email) =>
    server.createGuest().post('/api/sanc/login', { email, password })
  const change = (fields: Record<string, unknown> = {}) =>
    member.post('/api/sanc/password', {
      currentPassword: PASSWORD,
      password: NEW,
      passwordConfirmation: NEW,
      ...fields,
    })
  /** The link of the last mail, and its token. */
  const mailed = async () => {
    const letter = (await server.letters()).at(-1)
    const link = /https?:\S+\/auth\/reset-password\/([\w-]+)\S*/.exec(letter?.text ?? '')
    return { letter, link: link?.[0] ?? '', token: link?.[1] ?? '' }
  }
  const rows = async (query: string) => (await server.database.execute(sql.raw(query))).rows

  describe('reset by mail', () => {
    test('sets a new password and signs out all devices', async () => {
      const other = await member.signIn()
      const asked = await forgot(member.email)
      expect(asked.status).toBe(200)
      const { letter, token, link } = await mailed()
      expect(letter?.to).toBe(member.email)
      expect(letter?.subject).toMatch(PERSIAN)
      expect(letter?.html).toContain('dir="rtl"')
      expect(link).toBe(`${APP_ORIGIN}/auth/reset-password/${token}?email=${encodeURIComponent(member.email)}`)
      const answer = await reset({ token })
      expect(answer.status).toBe(200)
      expect(answer.json.message).toMatch(PERSIAN)
      expect((await member.get('/api/user')).status).toBe(401)
      expect((await other.get('/api/user')).status).toBe(401)
      expect((await login(PASSWORD)).status).toBe(422)
      expect((await login(NEW)).status).toBe(200)
      expect((await mailed()).letter?.text).toContain('/auth/forgot-password')
    })

    test('answers identically for known and unknown addresses', async () => {
      const known = await forgot(member.email)
      const unknown = await forgot('nobody@parde.example')
      expect(unknown.status).toBe(known.status)
      expect(unknown.json).toEqual(known.json)
      expect([...unknown.headers.keys()].toSorted()).toEqual([...known.headers.keys()].toSorted())
      expect(await server.letters()).toHaveLength(1)
    })

    test("accepts a token once and invalidates the member's other tokens", async () => {
      await forgot(member.email)
      const first = await mailed()
      await forgot(member.email)
      const second = await mailed()
      expect(first.token).not.toBe(second.token)
      expect((await reset({ token: first.token })).status).toBe(200)
      for (const { token } of [first, second]) {
        const again = await reset({ token })
        expect(again.status).toBe(422)
        expect(again.json.errors.token[0]).toMatch(PERSIAN)
      }
    })

    test('accepts one of ten simultaneous requests', async () => {
      await forgot(member.email)
      const { token } = await mailed()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          reset({ token, password: `${NEW} ${n}`, passwordConfirmation: `${NEW} ${n}` }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(9)
    })

    test('expires after an hour', async () => {
      await forgot(member.email)
      const { token } = await mailed()
      server.pass(HOUR - MINUTE)
      await forgot(member.email)
      const later = await mailed()
      server.pass(2 * MINUTE)
      expect((await reset({ token })).status).toBe(422)
      expect((await reset({ token: later.token })).status).toBe(200)
    })

    test('accepts the token only for its own address', async () => {
      const other = await server.createUser()
      await forgot(member.email)
      const { token } = await mailed()
      const answer = await reset({ token, email: other.email })
      expect(answer.status).toBe(422)
      expect(answer.json).toEqual((await reset({ token: 'x'.repeat(43) })).json)
      expect((await login(PASSWORD, other.email)).status).toBe(200)
      expect((await reset({ token, email: ` ${member.email.toUpperCase()} ` })).status).toBe(200)
    })

    test('stores no token in clear text', async () => {
      await forgot(member.email)
      const { token } = await mailed()
      const stored = await rows('select * from password_resets')
      expect(stored).toHaveLength(1)
      expect(JSON.stringify(stored)).not.toContain(token)
    })

    test('expires when the password is changed', async () => {
      await forgot(member.email)
      const { token } = await mailed()
      expect((await change()).status).toBe(200)
      expect((await reset({ token, password: 'a third horse', passwordConfirmation: 'a third horse' })).status).toBe(
        422,
      )
    })

    test('links to the app for any Host header', async () => {
      for (const headers of [
        { Host: 'evil.example' },
        { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
        { Origin: 'https://evil.example' },
      ]) {
        const { email } = await server.createUser()
        await forgot(email, headers)
        expect((await mailed()).link).toMatch(new RegExp(`^${APP_ORIGIN}/`))
      }
      const { email } = await server.createUser()
      await forgot(email, { Origin: 'http://127.0.0.1:4173' })
      expect((await mailed()).link).toMatch(/^http:\/\/127\.0\.0\.1:4173\//)
    })

    test('mails no text of the account, whose address may belong to somebody else', async () => {
      const { email } = await server.createUser({ name: 'برندهٔ جایزه: evil.example' })
      await forgot(email)
      const { letter } = await mailed()
      for (const text of [letter?.subject, letter?.html, letter?.text]) expect(text).not.toContain('evil.example')
    })

    test('limits requests to three an hour per address and twenty per IP address', async () => {
      for (const email of [member.email, 'nobody@parde.example']) {
        for (let times = 0; times < 3; times++) expect((await forgot(email)).status).toBe(200)
        const slowed = await forgot(email)
        expect(slowed.status).toBe(429)
        expect(Number(slowed.headers.get('Retry-After'))).toBeGreaterThan(3500)
        expect(slowed.json.message).toMatch(/۶۰ دقیقهٔ دیگر/)
      }
      const answers = []
      for (let n = 0; n < 20; n++) answers.push(await forgot(`person-${n}@elsewhere.example`))
      expect(answers.at(-1)?.status).toBe(429)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(14)
      server.pass(HOUR + MINUTE)
      expect((await forgot(member.email)).status).toBe(200)
    })

    test('limits guesses per IP address', async () => {
      const answers = []
      for (let n = 0; n < 61; n++) answers.push(await reset({ token: `guess-${n}` }))
      expect(answers.slice(0, 60).every(({ status }) => status === 422)).toBe(true)
      expect(answers.at(-1)?.status).toBe(429)
      expect(answers.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/)
    })
  })

  describe('change', () => {
    test('gives the current device a new token and signs out the others', async () => {
      const other = await member.signIn()
      const answer = await change()
      expect(answer.status).toBe(200)
      expect(answer.json.data.user.id).toBe(member.id)
      expect(answer.json.data.token).not.toBe(member.token)
      expect((await member.get('/api/user')).status).toBe(401)
      expect((await other.get('/api/user')).status).toBe(401)
      member.token = answer.json.data.token
      expect((await member.get('/api/user')).status).toBe(200)
      expect((await login(PASSWORD)).status).toBe(422)
      expect((await login(NEW)).status).toBe(200)
      expect((await server.letters()).at(-1)).toMatchObject({ to: member.email })
    })

    test('requires the current password and reports an error at its field', async () => {
      const other = await member.signIn()
      const answer = await change({ currentPassword: 'not the one' })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.json.errors)).toEqual(['currentPassword'])
      expect(answer.json.errors.currentPassword[0]).toMatch(PERSIAN)
      expect((await member.get('/api/user')).status).toBe(200)
      expect((await other.get('/api/user')).status).toBe(200)
      expect((await login(PASSWORD)).status).toBe(200)
    })

    test('limits guesses of the current password', async () => {
      for (let n = 0; n < 5; n++) expect((await change({ currentPassword: `guess ${n}` })).status).toBe(422)
      const slowed = await change()
      expect(slowed.status).toBe(429)
      expect(Number(slowed.headers.get('Retry-After'))).toBeGreaterThan(800)
      server.pass(16 * MINUTE)
      expect((await change()).status).toBe(200)
    })

    test('accepts one of two simultaneous changes', async () => {
      const answers = await Promise.all([
        change(),
        change({ password: 'a third horse', passwordConfirmation: 'a third horse' }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const token = answers.find(({ status }) => status === 200)?.json.data.token
      member.token = token
      expect((await member.get('/api/user')).status).toBe(200)
    })

    test("keeps the session's lifetime", async () => {
      const passing = server.createGuest()
      const { json } = await passing.post('/api/sanc/login', {
        email: member.email,
        password: PASSWORD,
        remember: false,
      })
      passing.token = json.data.token
      const body = { currentPassword: PASSWORD, password: NEW, passwordConfirmation: NEW }
      passing.token = (await passing.post('/api/sanc/password', body)).json.data.token
      expect((await passing.get('/api/user')).status).toBe(200)
      server.pass(25 * HOUR)
      expect((await passing.get('/api/user')).status).toBe(401)
    })
  })

  describe('invalid input', () => {
    const bad = { ...HOSTILE_TEXTS, ...HOSTILE_VALUES }
    const forms = [
      ['forgot-password', ['email'], () => ({ email: 'a@parde.example' })],
      [
        'reset-password',
        ['token', 'email', 'password', 'passwordConfirmation'],
        () => ({ token: 'x', email: member.email, password: NEW, passwordConfirmation: NEW }),
      ],
      [
        'sanc/password',
        ['currentPassword', 'password', 'passwordConfirmation'],
        () => ({ currentPassword: 'not the one', password: NEW, passwordConfirmation: NEW }),
      ],
    ] as const
    for (const [path, fields, good] of forms) {
      for (const field of fields) {
        test(`${path}: rejects any invalid ${field} in Persian at a field without an effect`, async () => {
          const before = await rows('select password from users')
          for (const value of [...Object.values(bad), undefined]) {
            const answer = await member.post(`/api/${path}`, { ...good(), [field]: value })
            expect(answer.status).toBe(422)
            expect(Object.keys(answer.json.errors)).not.toEqual([])
            for (const sentence of Object.values<string[]>(answer.json.errors).flat()) {
              expect(sentence).toMatch(PERSIAN)
            }
            // Rate limits are tested elsewhere.
            server.pass(2 * HOUR)
          }
          expect(await rows('select password from users')).toEqual(before)
          expect(await rows('select * from password_resets')).toEqual([])
        })
      }
    }
  })
})
