import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { RECENT_SIGN_IN_MINUTES } from '#contract/profile.ts'
import { orders } from '#server/database/schema/premium.ts'
import { device, member, otherTitle, server, setUpMember, title } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'
import { atGateway, createCode, pathOf, subscribed } from '#tests/harness/fixtures/premium.ts'
import { buy, JOIN, join } from '#tests/harness/fixtures/purchases.ts'
import { initDataOf } from '#tests/harness/fixtures/telegram.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { type Caller, databaseKinds, PASSWORD } from '#tests/harness/server.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe.each(databaseKinds)('deleting an account on %s', (database) => {
  setUpMember(database, { name: 'سارا' })

  const deleteAccount = (caller: Caller = member, body: object = { currentPassword: PASSWORD }) =>
    caller.post('/api/user/delete', body)
  const codeOf = async (caller: Caller) => {
    const { status, json } = await caller.get('/api/user')
    return [status, json.code]
  }
  const likesOf = async (id: number) => (await server.createGuest().get(`/api/titles/${id}`)).json.data.likes
  /** The tables with rows of a user. */
  const tablesWith = async (userId: number) => {
    const { rows } = await server.database.execute<{ name: string }>(sql`
      select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'user_id' and relkind = 'r' and relnamespace = 'public'::regnamespace`)
    const found: string[] = []
    for (const { name } of rows) {
      const { rows: theirs } = await server.database.execute(
        sql`select 1 from ${sql.identifier(name)} where user_id = ${userId} limit 1`,
      )
      if (theirs.length > 0) found.push(name)
    }
    return found
  }

  test('needs the password, and ends every session', async () => {
    const phone = await member.signIn()
    expect((await deleteAccount(member, {})).json.errors).toHaveProperty('currentPassword')
    expect((await deleteAccount(member, { currentPassword: 'something else' })).status).toBe(422)
    expect((await phone.get('/api/user')).status).toBe(200)
    expect((await deleteAccount()).status).toBe(204)
    for (const caller of [member, phone]) expect(await codeOf(caller)).toEqual([401, 'account_deleted'])
    expect((await deleteAccount()).json.code).toBe('account_deleted')
    const login = await server.createGuest().post('/api/sanc/login-with-token', { token: phone.token })
    expect(login.json.code).toBe('account_deleted')
    const again = await server.createGuest().post('/api/sanc/login', { email: member.email, password: PASSWORD })
    expect(again.json.code).toBe('credentials')
    const [letter] = (await server.letters()).filter(({ to }) => to === member.email)
    expect(letter?.subject).toMatch(/[آ-ی]/)
  })

  test('tells also devices whose session had ended before, for two years', async () => {
    const revoked = await member.signIn()
    await member.delete('/api/user/devices')
    const replaced = server.createGuest()
    replaced.token = member.token
    const change = { currentPassword: PASSWORD, password: PASSWORD, passwordConfirmation: PASSWORD }
    expect((await member.post('/api/sanc/password', change)).status).toBe(200)
    const expired = await member.signIn()
    expect(await codeOf(revoked)).toEqual([401, 'unauthenticated'])
    server.pass(366 * DAY)
    await runHousekeeping({ database: server.database, clock: server.now })
    expect(await codeOf(expired)).toEqual([401, 'unauthenticated'])
    const fresh = await member.signIn()
    await deleteAccount(fresh)
    for (const caller of [revoked, replaced, expired, fresh]) {
      expect(await codeOf(caller)).toEqual([401, 'account_deleted'])
    }
    expect(await codeOf(server.createGuest())).toEqual([401, 'unauthenticated'])
    server.pass(731 * DAY)
    await runHousekeeping({ database: server.database, clock: server.now })
    expect(await codeOf(fresh)).toEqual([401, 'unauthenticated'])
  })

  test('leaves no row of the user, and corrects the likes', async () => {
    const other = createMutationClient(await server.createUser())
    await other.like(title, true)
    await device.like(title, true)
    await device.like(otherTitle, true)
    await device.like(otherTitle, false)
    await device.save(title, true)
    await device.watch(otherTitle, { position: 60, duration: 600 })
    await device.request({ name: 'یک فیلم', type: 'movie' })
    await device.set({ reminders: true, muted: [], quietFrom: null, quietTo: null })
    await buy(1)
    expect(await likesOf(title)).toBe(2)
    expect((await tablesWith(member.id)).length).toBeGreaterThan(8)
    await deleteAccount()
    expect([await likesOf(title), await likesOf(otherTitle)]).toEqual([1, 0])
    expect(await tablesWith(member.id)).toEqual([])
  })

  test('leaves comments as deleted ones without author and text, with the replies of others', async () => {
    const { data: comment } = (await device.comment({ titleId: title, body: 'این فیلم را ببینید' })).json
    const other = createMutationClient(await server.createUser({ name: 'امید' }))
    await other.comment({ titleId: title, body: 'دیدم و خوب بود', replyTo: comment.id })
    await other.likeComment(comment.id, true)
    await device.comment({ titleId: otherTitle, body: 'تنها' })
    await deleteAccount()
    const commentsOf = async (id: number) => (await server.createGuest().get(`/api/titles/${id}/topcomments`)).json.data
    expect(await commentsOf(title)).toMatchObject([
      { author: '', body: '', deleted: true, replies: [{ author: 'امید', body: 'دیدم و خوب بود' }] },
    ])
    expect(await commentsOf(otherTitle)).toEqual([])
    const { rows } = await server.database.execute(
      sql`select 1 from comments where body <> '' and user_id is null and author is null`,
    )
    expect(rows).toEqual([])
  })

  test('keeps orders without the user, and releases the code of an unpaid one', async () => {
    const code = await createCode(server, { kind: 'discount', planId: null, percent: 10 })
    await buy(1)
    await join({ planId: 2, code })
    await deleteAccount()
    const kept = await server.database.select().from(orders).orderBy(orders.id)
    expect(kept).toMatchObject([
      { userId: null, state: 'paid', planId: 1 },
      { userId: null, state: 'cancelled', planId: 2 },
    ])
    const next = await server.createUser()
    expect((await next.post(JOIN, { planId: 2, code })).status).toBe(200)
    const { result } = await createOperatorOf(server)('orders', { state: 'paid' })
    expect(result.orders).toMatchObject([{ userId: null, planName: 'یک‌ماهه' }])
  })

  test('records a payment that is made afterwards, for the operator to pay back', async () => {
    const { paymentUrl } = await join({ planId: 1 })
    const { returnUrl } = await atGateway(server, paymentUrl, 'pay')
    await deleteAccount()
    const back = await server.request(pathOf(returnUrl))
    expect(back.status).toBe(303)
    expect(await server.database.select().from(orders)).toMatchObject([
      { userId: null, state: 'paid', startsAt: null, refundedAt: null },
    ])
    await runHousekeeping({ database: server.database, clock: server.now })
    const { rows } = await server.database.execute(sql`select 1 from subscriptions`)
    expect(rows).toEqual([])
  })

  test('an account without a password needs a recent sign-in', async () => {
    const caller = server.createGuest()
    const signIn = async () => {
      const initData = initDataOf({
        query_id: `q${Math.random()}`,
        user: { id: 700, first_name: 'سارا' },
        auth_date: Math.floor(server.now().getTime() / 1000),
      })
      caller.token = (await caller.post('/api/auth/telegram', { initData })).json.data.token
    }
    await signIn()
    server.pass((RECENT_SIGN_IN_MINUTES + 1) * MINUTE)
    expect((await deleteAccount(caller, {})).json.errors.account.join()).toMatch(/[آ-ی]/)
    await signIn()
    expect((await deleteAccount(caller, {})).status).toBe(204)
  })

  test('mutations that arrive meanwhile take effect before, or are refused', async () => {
    const ids = await server.titleIds(30)
    const before = await Promise.all(ids.map(likesOf))
    const sent = ids.map((id, at) =>
      createMutationClient(member)
        .like(id, true)
        .then(async ({ status }) => [at, status]),
    )
    const [removed, ...answers] = await Promise.all([deleteAccount(), ...sent])
    expect(removed?.status).toBe(204)
    expect(new Set((answers as number[][]).map(([, status]) => status))).not.toContain(500)
    expect(await Promise.all(ids.map(likesOf))).toEqual(before)
    expect(await tablesWith(member.id)).toEqual([])
  })

  test('the operator sees first what there is, then deletes it, and the audit log has no name', async () => {
    await device.comment({ titleId: title, body: 'عالی بود' })
    await buy(1)
    const send = createOperatorOf(server)
    const shown = await send('user-delete', { user: member.email, isConfirmed: false })
    expect(shown.result).toMatchObject({ user: member.id, comments: 1, orders: 1, devices: 1, isDeleted: false })
    expect(await subscribed(member)).not.toBeNull()
    const { result } = await send('user-delete', { user: member.email, isConfirmed: true })
    expect(result.isDeleted).toBe(true)
    expect(await codeOf(member)).toEqual([401, 'account_deleted'])
    const { result: log } = await send('log', { count: 10, subject: `user ${member.id}` })
    expect(log.changes).toMatchObject([{ command: 'user-delete', after: null }])
    expect(JSON.stringify(log)).not.toContain('سارا')
    expect(await send('user-delete', { user: member.email, isConfirmed: true })).toEqual({
      error: `There is no user ${member.email}.`,
    })
  })
})
