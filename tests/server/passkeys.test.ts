import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME, PASSKEYS_MAX } from '#contract/passkeys.ts'
import { relyingPartyId } from '#server/accounts/passkeys.ts'
import { passkeys } from '#server/database/schema/access.ts'
import { addPasskey, createAuthenticator, type Lies, signInByPasskey } from '#tests/harness/authenticator.ts'
import { member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { APP_ORIGIN, databaseKinds, PASSWORD, startServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const OTHER_ORIGIN = 'http://127.0.0.1:4173'

test.each([
  ['https://parde.example', 'parde.example'],
  ['https://www.parde.example:8443', 'www.parde.example'],
  ['http://localhost:4173', 'localhost'],
  ['http://parde.localhost:4173', 'parde.localhost'],
  ['http://parde.example', undefined],
  ['https://192.0.2.7', undefined],
  ['http://127.0.0.1:4173', undefined],
  ['http://[::1]:4173', undefined],
])('passkeys of %s belong to %s', (origin, id) => {
  expect(relyingPartyId(origin)).toBe(id)
})

test('is closed where no address of the app can have passkeys', async () => {
  const open = async (origins: string[]) => {
    const own = await startServer({ settings: { origins } })
    const { json } = await own.createGuest().get('/api/auth/passkey')
    await own.close()
    return json.data.open
  }
  expect(await open(['http://192.0.2.7'])).toBe(false)
  expect(await open(['http://192.0.2.7', 'https://parde.example'])).toBe(true)
})

describe.each(databaseKinds)('passkeys on %s', (database) => {
  setUpMember(database)

  const listOf = async (caller = member) => (await caller.get('/api/user/passkeys')).json.data
  const add = async (lies?: Lies) => {
    const authenticator = createAuthenticator()
    const answer = await addPasskey(member, authenticator, lies)
    return { authenticator, answer, id: answer.json.data?.id as number }
  }

  test('signs in with a new passkey exactly as with a password', async () => {
    const { json } = await member.post('/api/user/passkeys/options')
    expect(json.data).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: member.email, displayName: member.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const authenticator = createAuthenticator()
    const headers = { 'User-Agent': ANDROID }
    const added = await member.post('/api/user/passkeys', authenticator.create(json.data), headers)
    expect(added.status).toBe(200)
    expect(added.json.data).toMatchObject({ name: 'کروم در اندروید', usedAt: null })

    server.pass(60_000)
    const guest = server.createGuest()
    const byPasskey = await signInByPasskey(guest, authenticator, member)
    const password = { email: member.email, password: PASSWORD }
    const byPassword = await server.createGuest().post('/api/sanc/login', password)
    expect(byPasskey.status).toBe(200)
    expect(byPasskey.json.data.user).toEqual(byPassword.json.data.user)
    expect(Object.keys(byPasskey.json.data)).toEqual(Object.keys(byPassword.json.data))
    const cookieOf = (answer: { headers: Headers }) =>
      answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''))
    expect(cookieOf(byPasskey)).toEqual(cookieOf(byPassword))
    guest.token = byPasskey.json.data.token
    expect((await guest.get('/api/user')).json.data.id).toBe(member.id)
    const { rows } = await server.database.execute<{ lifetime: number; agent: string | null }>(
      sql`select lifetime, agent from tokens where user_id = ${member.id} order by id desc limit 2`,
    )
    expect(rows[0]).toEqual(rows[1])
    expect((await guest.get('/api/user/devices')).json.data).toHaveLength(3)
    const [listed] = await listOf()
    expect(Date.parse(listed.usedAt)).toBeGreaterThan(Date.parse(listed.createdAt))
    expect(JSON.stringify(listed)).not.toContain(authenticator.id)
  })

  test('informs the user of a new passkey by mail', async () => {
    await add()
    const letters = await server.letters()
    expect(letters.map(({ to }) => to)).toEqual([member.email])
    expect(letters[0]?.subject).toBe('کلید عبور تازه برای حساب شما')
    expect(JSON.stringify(letters[0])).toContain(`${APP_ORIGIN}/auth/forgot-password`)
  })

  const lies: [string, Lies][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another of our origins', { origin: OTHER_ORIGIN }],
    ['another host name', { rpId: 'evil.example' }],
    ['a user whom the device did not verify', { isVerified: false }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['another ceremony', { type: 'payment.get' }],
  ]
  test.each(lies)('refuses a new passkey and a sign-in with %s', async (_, lie) => {
    const log = catchLog()
    const { answer } = await add(lie)
    expect(answer.status).toBe(422)
    expect(answer.json.message).toBe('کلید عبور ساخته نشد. دوباره تلاش کنید.')
    expect(await listOf()).toEqual([])

    const { authenticator } = await add()
    const refused = await signInByPasskey(server.createGuest(), authenticator, member, lie)
    expect(refused.status).toBe(422)
    expect(refused.json.code).toBe('credentials')
    expect(refused.json.message).toMatch(/^این کلید عبور پذیرفته نشد/)
    expect((await signInByPasskey(server.createGuest(), authenticator, member)).status).toBe(200)
    expect(log.lines().filter(({ level }) => level === 'error')).toEqual([])
  })

  test('refuses calls from a page that is not an app of ours or cannot have passkeys', async () => {
    const { authenticator } = await add()
    const { json } = await server.createGuest().post('/api/sanc/passkey/options')
    const body = authenticator.get(json.data, member.id)
    for (const origin of ['https://evil.example', OTHER_ORIGIN, 'null', '']) {
      const headers = { Origin: origin }
      const guest = server.createGuest()
      expect((await guest.post('/api/sanc/passkey/options', {}, headers)).status).toBe(403)
      expect((await guest.post('/api/sanc/passkey', body, headers)).status).toBe(403)
      expect((await member.post('/api/user/passkeys/options', {}, headers)).status).toBe(403)
      expect(
        (await member.post('/api/user/passkeys', authenticator.create({ ...json.data, rp: { id: 'x' } }), headers))
          .status,
      ).toBe(403)
    }
  })

  test('accepts a challenge once, within its lifetime and for its purpose', async () => {
    const { authenticator } = await add()
    const guest = server.createGuest()
    const challenge = async () => (await guest.post('/api/sanc/passkey/options')).json.data
    const first = await challenge()
    const body = authenticator.get(first, member.id)
    expect((await guest.post('/api/sanc/passkey', body)).status).toBe(200)
    expect((await guest.post('/api/sanc/passkey', body)).status).toBe(422)
    expect((await guest.post('/api/sanc/passkey', authenticator.get(first, member.id))).status).toBe(422)

    const tried = await challenge()
    expect(
      (await guest.post('/api/sanc/passkey', authenticator.get(tried, member.id, { isVerified: false }))).status,
    ).toBe(422)
    expect((await guest.post('/api/sanc/passkey', authenticator.get(tried, member.id))).status).toBe(422)

    const late = await challenge()
    server.pass(CHALLENGE_LIFETIME + 1)
    expect((await guest.post('/api/sanc/passkey', authenticator.get(late, member.id))).status).toBe(422)

    const forCreation = (await member.post('/api/user/passkeys/options')).json.data
    const answer = authenticator.get({ ...forCreation, rpId: 'localhost' }, member.id)
    expect((await guest.post('/api/sanc/passkey', answer)).status).toBe(422)
    const created = createAuthenticator().create({ ...(await challenge()), rp: { id: 'localhost' } })
    expect((await member.post('/api/user/passkeys', created)).status).toBe(422)
  })

  test("refuses a new passkey with another user's challenge, or after its lifetime", async () => {
    const stranger = await server.createUser()
    const { data } = (await stranger.post('/api/user/passkeys/options')).json
    expect((await member.post('/api/user/passkeys', createAuthenticator().create(data))).status).toBe(422)
    const own = (await member.post('/api/user/passkeys/options')).json.data
    server.pass(CHALLENGE_LIFETIME + 1)
    expect((await member.post('/api/user/passkeys', createAuthenticator().create(own))).status).toBe(422)
    expect(await listOf()).toEqual([])
  })

  test('signs in one of two concurrent answers to one challenge', async () => {
    const { authenticator } = await add()
    const guest = server.createGuest()
    const { data } = (await guest.post('/api/sanc/passkey/options')).json
    const body = authenticator.get(data, member.id)
    const answers = await Promise.all([1, 2, 3].map(() => guest.post('/api/sanc/passkey', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  })

  test("lets nobody use or remove another user's passkey", async () => {
    const { authenticator, id } = await add()
    const stranger = await server.createUser()
    const theirs = createAuthenticator()
    await addPasskey(stranger, theirs)
    const guest = server.createGuest()
    // The stranger signs with their own key under the member's id, and the other way round.
    expect((await signInByPasskey(guest, theirs, member, { id: authenticator.id })).status).toBe(422)
    expect((await signInByPasskey(guest, authenticator, stranger)).status).toBe(422)
    expect((await signInByPasskey(guest, theirs, stranger)).json.data.user.id).toBe(stranger.id)
    expect((await addPasskey(stranger, authenticator)).status).toBe(409)
    expect((await stranger.delete(`/api/user/passkeys/${id}`)).status).toBe(404)
    expect(await listOf(stranger)).toHaveLength(1)
    expect(await listOf()).toHaveLength(1)
  })

  test('refuses a removed passkey and keeps the devices that it signed in', async () => {
    const { authenticator, id } = await add()
    const device = server.createGuest()
    device.token = (await signInByPasskey(device, authenticator, member)).json.data.token
    expect((await member.delete(`/api/user/passkeys/${id}`)).status).toBe(204)
    expect((await member.delete(`/api/user/passkeys/${id}`)).status).toBe(404)
    expect((await device.get('/api/user')).status).toBe(200)
    const refused = await signInByPasskey(server.createGuest(), authenticator, member)
    expect(refused.status).toBe(422)
    expect(refused.json.message).toBe('این کلید عبور در پرده ثبت نیست؛ شاید آن را حذف کرده‌اید. با گذرواژه وارد شوید.')
  })

  test('refuses a counter that does not rise, as a copied passkey would have', async () => {
    const { authenticator } = await add()
    const signIn = async (counter: number) =>
      (await signInByPasskey(server.createGuest(), authenticator, member, { counter })).status
    expect(await signIn(5)).toBe(200)
    expect(await signIn(5)).toBe(422)
    expect(await signIn(4)).toBe(422)
    expect(await signIn(6)).toBe(200)
  })

  test('accepts authenticators that do not count', async () => {
    const { authenticator } = await add({ counter: 0 })
    for (let times = 0; times < 2; times++) {
      const answer = await signInByPasskey(server.createGuest(), authenticator, member, { counter: 0 })
      expect(answer.status).toBe(200)
    }
  })

  test('limits the passkeys of a user, also of concurrent calls', async () => {
    const options = []
    for (let n = 0; n < PASSKEYS_MAX + 2; n++) options.push((await member.post('/api/user/passkeys/options')).json.data)
    const answers = await Promise.all(
      options.map((one) => member.post('/api/user/passkeys', createAuthenticator().create(one))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PASSKEYS_MAX)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.json.message).toContain('حداکثر ۲۰ کلید عبور')
    expect((await member.post('/api/user/passkeys/options')).status).toBe(409)
    const listed = await listOf()
    expect(listed).toHaveLength(PASSKEYS_MAX)
    await member.delete(`/api/user/passkeys/${listed[0].id}`)
    const { json } = await member.post('/api/user/passkeys/options')
    expect(json.data.excludeCredentials).toHaveLength(PASSKEYS_MAX - 1)
  })

  test('refuses malformed answers in Persian and reports nothing as a failure of the server', async () => {
    const log = catchLog()
    const { authenticator } = await add()
    const guest = server.createGuest()
    const good = () =>
      guest.post('/api/sanc/passkey/options').then(({ json }) => authenticator.get(json.data, member.id))
    const fresh = async () => createAuthenticator().create((await member.post('/api/user/passkeys/options')).json.data)
    for (const junk of ['AAAA', '_', 'eyJ9', 'e30', 'A'.repeat(15_999), '', 'with space', 'ü', 7, null, {}]) {
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
        const body = await good()
        const answer = await guest.post('/api/sanc/passkey', { ...body, response: { ...body.response, [field]: junk } })
        expect([answer.status, field, junk]).toEqual([422, field, junk])
        expect(answer.json.message).toMatch(/[آ-ی]/)
        await server.database.execute(sql`delete from throttles`)
      }
      for (const field of ['clientDataJSON', 'attestationObject']) {
        const body = await fresh()
        const answer = await member.post('/api/user/passkeys', {
          ...body,
          response: { ...body.response, [field]: junk },
        })
        expect([answer.status, field, junk]).toEqual([422, field, junk])
        await server.database.execute(sql`delete from throttles`)
      }
    }
    const body = await fresh()
    const transports = ['internal', 'a-later-one', 'internal', 7]
    const answer = await member.post('/api/user/passkeys', { ...body, response: { ...body.response, transports } })
    expect(answer.status).toBe(200)
    expect(await listOf()).toHaveLength(2)
    expect(log.lines().filter(({ level }) => level === 'error')).toEqual([])
  })

  test('counts failed sign-ins together with those by password', async () => {
    const { authenticator } = await add()
    const guest = server.createGuest()
    const failing = async () => (await signInByPasskey(guest, authenticator, member, { isVerified: false })).status
    for (let n = 0; n < 100; n++) expect(await failing()).toBe(422)
    expect(await failing()).toBe(429)
    const login = { email: 'somebody@parde.example', password: 'not the one' }
    expect((await server.createGuest().post('/api/sanc/login', login)).status).toBe(429)
  })

  test('a password reset removes passkeys and says so; a change keeps them', async () => {
    const { authenticator } = await add()
    const password = PASSWORD
    const changed = { currentPassword: password, password: 'seven horses 1', passwordConfirmation: 'seven horses 1' }
    member.token = (await member.post('/api/sanc/password', changed)).json.data.token
    expect((await signInByPasskey(server.createGuest(), authenticator, member)).status).toBe(200)

    const guest = server.createGuest()
    await guest.post('/api/forgot-password', { email: member.email })
    const mail = JSON.stringify((await server.letters()).at(-1))
    const token = /reset-password\/([\w-]{43})/.exec(mail)?.[1]
    const reset = { token, email: member.email, password, passwordConfirmation: password }
    const answer = await guest.post('/api/reset-password', reset)
    expect(answer.json.message).toContain('کلیدهای عبور حساب حذف شدند')
    expect((await signInByPasskey(guest, authenticator, member)).status).toBe(422)
  })

  // The embedded database runs one transaction at a time.
  test.runIf(database === 'postgres')('refuses a passkey of a session that ended while it was added', async () => {
    const { json } = await member.post('/api/user/passkeys/options')
    const adding = await server.database.transaction(async (transaction) => {
      await transaction.execute(sql`select id from users where id = ${member.id} for update`)
      const call = member.post('/api/user/passkeys', createAuthenticator().create(json.data))
      const waits = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await transaction.execute<{ count: number }>(waits)).rows[0]?.count).toBe(1)
      await transaction.execute(sql`delete from tokens where user_id = ${member.id}`)
      return { call }
    })
    expect((await adding.call).status).toBe(401)
    expect(await server.database.$count(passkeys, eq(passkeys.userId, member.id))).toBe(0)
  })

  test('exports passkeys without their keys', async () => {
    const { authenticator, id } = await add()
    const { data } = (await member.get('/api/user/export')).json
    expect(data.passkeys).toMatchObject([{ id, usedAt: null }])
    expect(JSON.stringify(data)).not.toContain(authenticator.id)
  })

  test('deletes passkeys and challenges with their user, and challenges that nobody answered', async () => {
    await server.database.execute(sql`delete from passkey_challenges`)
    const stranger = await server.createUser()
    await add()
    await member.post('/api/user/passkeys/options')
    await stranger.post('/api/user/passkeys/options')
    await server.createGuest().post('/api/sanc/passkey/options')
    const counts = async () =>
      (
        await server.database.execute(sql`select
          (select count(*)::int from passkeys) as passkeys,
          (select count(*)::int from passkey_challenges) as challenges`)
      ).rows[0]
    expect(await counts()).toEqual({ passkeys: 1, challenges: 3 })
    await server.database.execute(sql`delete from users where id = ${member.id}`)
    expect(await counts()).toEqual({ passkeys: 0, challenges: 2 })
    const context = { database: server.database, clock: server.now }
    await runHousekeeping(context)
    expect(await counts()).toEqual({ passkeys: 0, challenges: 2 })
    server.pass(CHALLENGE_LIFETIME + 1)
    await runHousekeeping(context)
    expect(await counts()).toEqual({ passkeys: 0, challenges: 0 })
  })
})
