import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CONFIRM_MINUTES, RECENT_SIGN_IN_MINUTES } from '#contract/profile.ts'
import { users } from '#server/database/schema/account.ts'
import { device, member, server, setUpMember, title } from '#tests/harness/fixtures/memberDevices.ts'
import { initDataOf } from '#tests/harness/fixtures/telegram.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { APP_ORIGIN, type Caller, databaseKinds, PASSWORD } from '#tests/harness/server.ts'

const MINUTE = 60_000
const NEW = 'new@parde.example'
const PERSIAN = /[آ-ی]/

describe.each(databaseKinds)('name and e-mail address on %s', (database) => {
  setUpMember(database, { name: 'سارا' })

  const change = (fields: Record<string, unknown> = {}, caller: Caller = member) =>
    caller.post('/api/user/email', { email: NEW, currentPassword: PASSWORD, ...fields })
  const confirm = (token: string) => server.createGuest().post('/api/confirm-email', { token })
  const addressOf = async (caller: Caller = member) => (await caller.get('/api/user')).json.data.email
  const lettersTo = async (address: string) => (await server.letters()).filter(({ to }) => to === address)
  /** The token of the last link that was mailed to an address. */
  const mailedToken = async (address = NEW) => {
    const letter = (await lettersTo(address)).at(-1)
    return new RegExp(`${APP_ORIGIN}/auth/confirm-email/([\\w-]+)`).exec(letter?.text ?? '')?.[1] ?? ''
  }

  test("changes the name, also beside the member's earlier comments", async () => {
    await device.comment({ titleId: title, body: 'یک نظر' })
    const { status, json } = await member.post('/api/user/name', { name: '  سارا\u202e احمدی ' })
    expect([status, json.data.name]).toEqual([200, 'سارا احمدی'])
    expect((await member.get('/api/user')).json.data.name).toBe('سارا احمدی')
    const comments = (await server.createGuest().get(`/api/titles/${title}/topcomments`)).json.data
    expect(comments).toMatchObject([{ author: 'سارا احمدی' }])
    for (const name of ['', 'س', '\u202e\u202e\u202e', 'س'.repeat(61)]) {
      const refused = await member.post('/api/user/name', { name })
      expect(refused.status).toBe(422)
      expect(refused.json.errors.name.join()).toMatch(PERSIAN)
    }
  })

  test('changes the address when the mailed link is opened, and not before', async () => {
    const { email } = member
    const asked = await change({ email: ' New@Parde.Example ' })
    expect(asked.status).toBe(200)
    expect(asked.json.message).toContain(NEW)
    expect(await addressOf()).toBe(email)
    const [letter] = await lettersTo(NEW)
    expect(letter?.subject).toMatch(PERSIAN)
    expect(letter?.text).not.toContain('سارا')
    const confirmed = await confirm(await mailedToken())
    expect(confirmed.status).toBe(200)
    expect(confirmed.json.message).toMatch(PERSIAN)
    expect(await addressOf()).toBe(NEW)
    const login = (address: string) =>
      server.createGuest().post('/api/sanc/login', { email: address, password: PASSWORD })
    expect([(await login(email)).status, (await login(NEW)).status]).toEqual([422, 200])
  })

  test('informs the old address, without naming the new one', async () => {
    await change()
    const [notice] = await lettersTo(member.email)
    expect(notice?.text).toContain('/auth/forgot-password')
    expect(notice?.text).not.toContain(NEW)
    expect(notice?.text).not.toContain('/auth/confirm-email')
  })

  test('gives the same answer when the link is opened twice', async () => {
    await change()
    const token = await mailedToken()
    const answers = [await confirm(token), await confirm(token)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('accepts only the link of the last request, until it expires', async () => {
    await change()
    const first = await mailedToken()
    await change({ email: 'other@parde.example' })
    const second = await mailedToken('other@parde.example')
    const replaced = await confirm(first)
    expect([replaced.status, replaced.json.errors.token.join()]).toEqual([422, expect.stringMatching(PERSIAN)])
    server.pass(CONFIRM_MINUTES * MINUTE)
    expect((await confirm(second)).status).toBe(422)
    expect(await addressOf()).toBe(member.email)
    await runHousekeeping({ database: server.database, clock: server.now })
    expect((await server.database.execute(sql`select * from email_changes`)).rows).toEqual([])
  })

  test('stores only the hash of the token', async () => {
    await change()
    const { rows } = await server.database.execute(sql`select * from email_changes`)
    expect(JSON.stringify(rows)).not.toContain(await mailedToken())
  })

  test('refuses a wrong password, the same address and a used address, and sends no mail', async () => {
    const other = await server.createUser()
    for (const [fields, name] of [
      [{ currentPassword: 'not the one' }, 'currentPassword'],
      [{ currentPassword: undefined }, 'currentPassword'],
      [{ email: member.email }, 'email'],
      [{ email: other.email }, 'email'],
    ] as const) {
      const answer = await change(fields)
      expect(answer.status).toBe(422)
      expect(answer.json.errors[name].join()).toMatch(PERSIAN)
    }
    expect(await server.letters()).toEqual([])
  })

  test('refuses the link when the address was registered meanwhile', async () => {
    await change()
    const { status } = await server.createGuest().post('/api/sanc/register', {
      ...{ name: 'دیگری', email: NEW, password: PASSWORD, passwordConfirmation: PASSWORD },
    })
    expect(status).toBe(201)
    const answer = await confirm(await mailedToken())
    expect([answer.status, answer.json.errors.email.join()]).toEqual([422, expect.stringMatching(PERSIAN)])
    expect(await addressOf()).toBe(member.email)
  })

  test('gives an address that two members requested to the first who opens the link', async () => {
    const other = await server.createUser()
    await change()
    const first = await mailedToken()
    await change({}, other)
    const second = await mailedToken()
    const answers = await Promise.all([confirm(second), confirm(first)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await addressOf(), await addressOf(other)].filter((address) => address === NEW)).toHaveLength(1)
  })

  test('refuses the link when someone registers with the address at the same moment', async () => {
    await change()
    const token = await mailedToken()
    let answer: ReturnType<typeof confirm> | undefined
    await server.database.transaction(async (transaction) => {
      await transaction.insert(users).values({ name: 'دیگری', email: NEW, createdAt: server.now() })
      answer = confirm(token)
      // PostgreSQL lets the confirmation wait for this transaction. The embedded database runs it afterwards.
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      if (database === 'postgres') {
        await expect.poll(async () => (await transaction.execute(waiting)).rows).not.toEqual([])
      }
    })
    expect([(await answer)?.status, await addressOf()]).toEqual([422, member.email])
  })

  describe('of a Telegram account', () => {
    const signIn = async () => {
      const initData = initDataOf({
        query_id: `q${Math.random()}`,
        user: { id: 700, first_name: 'سارا' },
        auth_date: Math.floor(server.now().getTime() / 1000),
      })
      const caller = server.createGuest()
      caller.token = (await caller.post('/api/auth/telegram', { initData })).json.data.token
      return caller
    }

    test('adds an address without a password, and a password through it', async () => {
      const sara = await signIn()
      const asked = await change({ currentPassword: undefined }, sara)
      expect(asked.status).toBe(200)
      expect(await lettersTo(NEW)).toHaveLength(1)
      const confirmed = await confirm(await mailedToken())
      expect(confirmed.json.message).toContain('فراموشی گذرواژه')
      expect(await addressOf(sara)).toBe(NEW)

      await server.createGuest().post('/api/forgot-password', { email: NEW })
      const letter = (await lettersTo(NEW)).at(-1)
      const token = /reset-password\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
      const passwords = { password: 'another horse 1405', passwordConfirmation: 'another horse 1405' }
      const reset = await server.createGuest().post('/api/reset-password', { token, email: NEW, ...passwords })
      expect(reset.status).toBe(200)
      const login = { email: NEW, password: passwords.password }
      expect((await server.createGuest().post('/api/sanc/login', login)).status).toBe(200)
      expect((await (await signIn()).get('/api/user')).json.data.email).toBe(NEW)
    })

    test('refuses an address when the sign-in is older than 15 minutes', async () => {
      const sara = await signIn()
      server.pass(RECENT_SIGN_IN_MINUTES * MINUTE + 1)
      const refused = await change({ currentPassword: undefined }, sara)
      expect([refused.status, refused.json.errors.email.join()]).toEqual([422, expect.stringMatching(PERSIAN)])
      expect(await server.letters()).toEqual([])
      expect((await change({ currentPassword: undefined }, await signIn())).status).toBe(200)
    })
  })

  test('cancels a requested change when the password is changed', async () => {
    await change()
    const passwords = { password: 'another horse 1405', passwordConfirmation: 'another horse 1405' }
    expect((await member.post('/api/sanc/password', { currentPassword: PASSWORD, ...passwords })).status).toBe(200)
    expect((await confirm(await mailedToken())).status).toBe(422)
  })

  test('invalidates reset links of the old address', async () => {
    await server.createGuest().post('/api/forgot-password', { email: member.email })
    const [letter] = await lettersTo(member.email)
    const token = /reset-password\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    await change()
    await confirm(await mailedToken())
    const reset = await server.createGuest().post('/api/reset-password', {
      ...{ token, email: NEW, password: 'another horse 1405', passwordConfirmation: 'another horse 1405' },
    })
    expect(reset.status).toBe(422)
  })

  test('limits requests per member, and requires sign-in', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 12; time++) statuses.add((await change({ currentPassword: 'wrong' })).status)
    expect([...statuses]).toEqual([422, 429])
    const guest = server.createGuest()
    expect((await guest.post('/api/user/email', { email: NEW, currentPassword: PASSWORD })).status).toBe(401)
    expect((await guest.post('/api/user/name', { name: 'سارا' })).status).toBe(401)
  })
})
