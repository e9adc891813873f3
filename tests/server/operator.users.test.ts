import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { orders, plans } from '#server/database/schema/premium.ts'
import { commentMessages, fieldMessages, news } from '#server/text/messages.ts'
import { device, member, server, setUpMember, title } from '#tests/harness/fixtures/memberDevices.ts'
import { createOperatorOf, type SendCommand } from '#tests/harness/fixtures/operatorCommands.ts'
import { createCode, subscribed } from '#tests/harness/fixtures/premium.ts'
import { buy, JOIN, join } from '#tests/harness/fixtures/purchases.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const DAY = 86_400_000

describe.each(databaseKinds)('users, orders and the audit log on %s', (database) => {
  setUpMember(database, { name: 'سارا' })
  let send: SendCommand
  beforeEach(() => {
    send = createOperatorOf(server)
  })
  const changes = async (subject?: string) => {
    const { result } = await send('log', { count: 10, ...(subject !== undefined && { subject }) })
    return result.changes
  }
  const changesOfMember = () => changes(`user ${member.id}`)

  test('finds a user by name, email and number, and shows what they have', async () => {
    await device.comment({ titleId: title, body: 'عالی بود' })
    await member.signIn()
    for (const words of ['سارا', member.email.toUpperCase()]) {
      expect((await send('user-find', { words })).result.users).toMatchObject([{ id: member.id, name: 'سارا' }])
    }
    expect((await send('user-find', { words: '%' })).result.users).toEqual([])
    const shown = await send('user-show', { user: String(member.id) })
    expect(shown.result).toMatchObject({ email: member.email, premiumUntil: null, comments: 1, orders: 0 })
    expect(shown.result.devices).toHaveLength(2)
    expect(await send('user-show', { user: member.email })).toEqual(shown)
    expect(await send('user-show', { user: 'nobody@parde.example' })).toEqual({
      error: 'There is no user nobody@parde.example.',
    })
  })

  test('signs a user out on one device, then on all', async () => {
    const phone = await member.signIn()
    const devices = async () => (await send('user-show', { user: member.email })).result.devices
    const ids = (await devices()).map(({ id }: { id: number }) => id)
    const other = await server.createUser()
    expect(await send('user-sign-out', { user: other.email, device: ids[0] })).toEqual({
      error: `User ${other.id} has no device ${ids[0]}.`,
    })
    await send('user-sign-out', { user: member.email, device: Math.max(...ids) })
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await member.get('/api/user')).status).toBe(200)
    expect(await send('user-sign-out', { user: member.email })).toEqual({ result: { user: member.id, signedOut: 1 } })
    expect((await member.get('/api/user')).status).toBe(401)
    expect(await changesOfMember()).toMatchObject([
      { command: 'user-sign-out', operator: 'sara', before: '{"devices":1}', after: '{"devices":0}' },
      { command: 'user-sign-out' },
    ])
  })

  test('a banned user can delete own comments, and gets the reason when writing or editing one', async () => {
    const { json } = await device.comment({ titleId: title, body: 'عالی بود' })
    await send('user-ban', { user: member.email, isBanned: true })
    const banned = { status: 403, json: { code: 'forbidden', message: commentMessages.banned } }
    expect(await device.comment({ titleId: title, body: 'باز هم' })).toMatchObject(banned)
    const change = { body: 'نه چندان', spoiler: false, deleted: false }
    expect(await device.changeComment(json.data.id, change)).toMatchObject(banned)
    expect((await device.changeComment(json.data.id, { deleted: true })).status).toBe(200)
    await send('user-ban', { user: member.email, isBanned: false })
    expect((await device.comment({ titleId: title, body: 'باز هم' })).status).toBe(200)
    expect(await changesOfMember()).toMatchObject([
      { before: '{"isBanned":true}', after: '{"isBanned":false}' },
      { before: '{"isBanned":false}', after: '{"isBanned":true}' },
    ])
  })

  test('gives premium after the current one, notifies the user, and ends all of it', async () => {
    await buy(1)
    const { endsAt } = await subscribed(member)
    const given = await send('user-give', { user: member.email, plan: 2, days: 10 })
    const until = new Date(Date.parse(endsAt) + 10 * DAY).toISOString()
    expect(given.result).toEqual({ user: member.id, premiumUntil: until })
    expect(await subscribed(member)).toMatchObject({ endsAt, reserved: 1 })
    const { json } = await member.get('/api/user/notifications')
    const [plan] = await server.database.select().from(plans).where(eq(plans.id, 2))
    expect(json.data[0]).toMatchObject({ title: news.given(plan?.name ?? '') })
    expect((await send('orders', { user: member.email })).result.orders).toMatchObject([
      { amount: 0, days: 10, state: 'paid' },
      { state: 'paid' },
    ])
    expect(await send('user-give', { user: member.email, plan: 999 })).toEqual({ error: 'There is no plan 999.' })

    expect((await send('user-end-premium', { user: member.email })).result).toEqual({
      user: member.id,
      endedBefore: until,
    })
    expect(await subscribed(member)).toBeNull()
    expect(await send('user-end-premium', { user: member.email })).toEqual({
      error: `User ${member.id} has no premium.`,
    })
    expect(await changesOfMember()).toMatchObject([
      { before: JSON.stringify({ premiumUntil: until }), after: '{"premiumUntil":null}' },
      { before: JSON.stringify({ premiumUntil: endsAt }), after: JSON.stringify({ premiumUntil: until }) },
    ])
  })

  test('notes the refund of a paid order once', async () => {
    await buy(1)
    await send('user-give', { user: member.email, plan: 1 })
    const [given, paid] = (await send('orders', { state: 'paid' })).result.orders
    expect(await send('orders-refund', { id: given.id })).toEqual({ error: `Nothing was paid for order ${given.id}.` })
    const { result } = await send('orders-refund', { id: paid.id, note: 'برنامه باز نشد' })
    expect(result).toMatchObject({ id: paid.id, amount: paid.amount, refundNote: 'برنامه باز نشد' })
    expect(await send('orders-refund', { id: paid.id })).toEqual({
      error: `Order ${paid.id} was refunded on ${result.refundedAt}.`,
    })
    expect((await send('orders', {})).result.orders[1].refundedAt).toBe(result.refundedAt)
    const { json } = await member.get('/api/user/orders')
    const refunds = json.data.map((order: { receipt: { refundedAt: string | null } }) => order.receipt.refundedAt)
    expect(refunds).toEqual([null, result.refundedAt])
    expect(await changes(`order ${paid.id}`)).toHaveLength(1)
    expect(await send('orders-refund', { id: 999_999 })).toEqual({ error: 'There is no order 999999.' })
  })

  test('changes the price of a plan for later orders, and adds a plan', async () => {
    await buy(1)
    const prices = async () => {
      const { json } = await server.createGuest().get('/api/plans')
      return json.data.map(({ id, price, oldPrice }: Record<string, unknown>) => [id, price, oldPrice])
    }
    const before = await prices()
    const [plan] = await server.database.select().from(plans).where(eq(plans.id, 1))
    try {
      const price = { price: 50_000, oldPrice: 60_000 }
      expect((await send('plan-set', { id: 1, ...price })).result).toEqual({ ...plan, ...price })
      expect(await send('plan-set', { id: 9, name: 'یک‌ساله' })).toEqual({
        error: 'There is no plan 9: a new one needs --name, --days and --price.',
      })
      await send('plan-set', { id: 9, name: 'یک‌ساله', days: 365, price: 600_000, popular: true })
      expect(await prices()).toEqual([[1, 50_000, 60_000], ...before.slice(1), [9, 600_000, null]])
      expect((await send('plan-set', { id: 1, oldPrice: 0 })).result.oldPrice).toBeNull()
      const [order] = await server.database.select().from(orders)
      expect(order?.price).toBe(plan?.price)
      expect(await changes('plan 9')).toMatchObject([{ command: 'plan-set', before: null }])
      expect(await changes('plan 1')).toHaveLength(2)
    } finally {
      await server.database.delete(plans).where(eq(plans.id, 9))
      if (plan) await server.database.update(plans).set(plan).where(eq(plans.id, 1))
    }
  })

  test('a hidden plan is neither listed nor sold, and its gift codes work', async () => {
    const code = await createCode(server, { kind: 'gift', planId: 2 })
    const listed = async () => {
      const { json } = await server.createGuest().get('/api/plans')
      return json.data.map(({ id }: { id: number }) => id)
    }
    const before = await listed()
    try {
      await send('plan-set', { id: 2, isHidden: true })
      expect(await listed()).toEqual(before.filter((id: number) => id !== 2))
      expect((await server.createGuest().get('/api/plans/2')).status).toBe(404)
      expect((await send('plan', {})).result.plans[1]).toMatchObject({ id: 2, isHidden: true })
      const refused = await member.post(JOIN, { planId: 2 })
      expect(refused).toMatchObject({ status: 422, json: { errors: { planId: [fieldMessages.plan] } } })
      expect(await subscribed(member)).toBeNull()
      await join({ code })
      expect(await subscribed(member)).toMatchObject({ planId: 2 })
    } finally {
      await send('plan-set', { id: 2, isHidden: false })
    }
    expect(await listed()).toEqual(before)
  })

  test('adds up what happened in the last days', async () => {
    const stats = async (days = 30) => (await send('stats', { days })).result
    const before = await stats()
    expect(before).toMatchObject({ days: 30, users: 1, newUsers: 1, activeUsers: 1, premiumUsers: 0, revenue: 0 })
    expect(before.titles).toBeGreaterThan(0)
    await buy(1)
    await device.comment({ titleId: title, body: 'عالی بود' })
    await device.request({ name: 'فیلمی که نیست', type: 'movie' })
    const [order] = await server.database.select().from(orders)
    expect(await stats()).toMatchObject({
      premiumUsers: 1,
      paidOrders: 1,
      revenue: order?.amount,
      newComments: 1,
      openRequests: 1,
    })
    await send('orders-refund', { id: order?.id ?? 0 })
    expect(await stats()).toMatchObject({ revenue: 0, refunds: 1 })
    server.pass(40 * DAY)
    expect(await stats()).toMatchObject({ users: 1, newUsers: 0, activeUsers: 0, premiumUsers: 0, newComments: 0 })
    expect(await stats(60)).toMatchObject({ newUsers: 1, newComments: 1 })
  })

  test('the log has each change with before and after, and nothing that changed nothing or failed', async () => {
    const name = String(title)
    await send('title-set', { title: name, isHidden: true })
    await send('title-set', { title: name, isHidden: true })
    await send('title-set', { title: name, access: 'premium' })
    await send('title-set', { title: name, isHidden: false, access: 'free' })
    await send('title-set', { title: 'nobody', isHidden: true })
    const log = await changes(`title ${title}`)
    const state = (isHidden: boolean, access: string) => JSON.stringify({ access, isHidden })
    expect(log.map(({ before, after }: { before: string; after: string }) => [before, after])).toEqual([
      [state(true, 'premium'), state(false, 'free')],
      [state(true, 'free'), state(true, 'premium')],
      [state(false, 'free'), state(true, 'free')],
    ])
    expect(log[0]).toMatchObject({ command: 'title-set', operator: 'sara', subject: `title ${title}` })
    expect(await changes(`title ${String(title).slice(0, -1)}`)).toEqual([])

    const comment = (await device.comment({ titleId: title, body: 'عالی بود' })).json.data
    await send('comments-hide', { id: comment.id, isHidden: true })
    const request = (await device.request({ name: 'فیلمی که نیست', type: 'movie' })).json.data
    await send('requests-answer', { id: request.id, status: 'rejected', reply: 'نداریم' })
    await send('requests-remove', { id: request.id })
    await send('codes', { kind: 'discount', percent: 20, count: 1, uses: 5, word: 'NOWRUZ' })
    expect(await changes()).toMatchObject([
      { subject: 'codes', before: null },
      { subject: `request ${request.id}`, after: null },
      { subject: `request ${request.id}`, after: '{"reply":"نداریم","status":"rejected","titleId":null}' },
      { subject: `comment ${comment.id}`, before: '{"isHidden":false}', after: '{"isHidden":true}' },
      ...log,
    ])
    expect(JSON.stringify(await changes('codes'))).not.toContain('NOWRUZ')
  })
})
