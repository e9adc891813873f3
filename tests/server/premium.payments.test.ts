import { eq, inArray } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { orders, sandboxPayments } from '#server/database/schema/premium.ts'
import type { Gateway, Gateways } from '#server/payments/gateway.ts'
import { openGateways } from '#server/payments/openGateways.ts'
import { actAtSandbox, sandbox } from '#server/payments/sandbox.ts'
import { openPayment, placeOrder } from '#server/premium/placeOrder.ts'
import { cancelOrder, latestOrder, settleOrder, settleOverdue } from '#server/premium/settleOrder.ts'
import { isPremium } from '#server/premium/subscriptions.ts'
import { HOSTILE_TEXTS } from '#tests/harness/fixtures/hostileInputs.ts'
import { member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { atGateway, createCode, pathOf, pay, subscribed } from '#tests/harness/fixtures/premium.ts'
import { buy, checkPayment, countRows, JOIN, join, RESERVE } from '#tests/harness/fixtures/purchases.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { API_ORIGIN, APP_ORIGIN, databaseKinds, startServer } from '#tests/harness/server.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe.each(databaseKinds)('premium on %s', (database) => {
  setUpMember(database)

  const daysLeft = (until: string) => (Date.parse(until) - server.now().getTime()) / DAY
  const frame = () => ({ database: server.database, clock: server.now })
  const gateways = () => openGateways(frame())
  const only = (gateway: Gateway): Gateways => ({ current: 'sandbox', byName: { sandbox: gateway } })
  const verify = (reference: string) => sandbox(frame()).verify({ reference, order: '', amount: 0 })

  test('lists the plans in order, in whole tomans, with one marked as popular', async () => {
    const { json } = await server.createGuest().get('/api/plans')
    expect(json.data.map(({ days }: { days: number }) => days)).toEqual([30, 90, 180, 365])
    expect(json.data.filter(({ popular }: { popular: boolean }) => popular)).toHaveLength(1)
    expect((await server.createGuest().get('/api/plans/2')).json.data).toEqual(json.data[1])
  })

  describe('payment', () => {
    test('leads to the gateway, back to the receipt, and to a subscription', async () => {
      expect(await subscribed(member)).toBeNull()
      const { paymentUrl, checkUntil } = await join({ planId: 2 })
      expect(Math.abs(Date.parse(checkUntil) - server.now().getTime() - 15 * MINUTE)).toBeLessThan(10_000)
      expect(await checkPayment()).toEqual({ status: 'pending', receipt: null })
      expect(await pay(server, paymentUrl)).toBe(`${APP_ORIGIN}/successful-payment`)
      const { status, receipt } = await checkPayment()
      expect(status).toBe('success')
      expect(receipt).toMatchObject({ planId: 2, price: 229_000, discount: 0, amount: 229_000, days: 90 })
      expect(receipt.tracking).toMatch(/^\d{10}$/)
      expect(daysLeft(receipt.endsAt)).toBeCloseTo(90, 2)
      expect(await subscribed(member)).toEqual({
        planId: 2,
        planName: 'سه‌ماهه',
        endsAt: receipt.endsAt,
        reserved: 0,
      })
      expect(await subscribed(await server.createUser())).toBeNull()
    })

    test('lists the orders of their user only, newest first, with the receipts of paid ones', async () => {
      await buy(1)
      const { paymentUrl } = await join({ planId: 2 })
      await pay(server, paymentUrl, 'cancel')
      const { json } = await member.get('/api/user/orders')
      expect(json.data).toMatchObject([
        { planName: 'سه‌ماهه', amount: 229_000, state: 'cancelled', receipt: null },
        { planName: 'یک‌ماهه', state: 'paid', receipt: { planId: 1 } },
      ])
      expect((await (await server.createUser()).get('/api/user/orders')).json.data).toEqual([])
    })

    test('creates one subscription for repeated callbacks by GET and POST', async () => {
      const { paymentUrl } = await join({ planId: 1 })
      const { returnUrl } = await atGateway(server, paymentUrl, 'pay')
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => server.request(pathOf(returnUrl), { method: at % 2 ? 'GET' : 'POST' })),
      )
      for (const answer of answers) expect(answer.headers.get('Location')).toBe(`${APP_ORIGIN}/successful-payment`)
      expect(await countRows('subscriptions')).toBe(1)
      expect(daysLeft((await subscribed(member)).endsAt)).toBeCloseTo(30, 2)
    })

    test('creates no subscription for an unknown or cancelled payment', async () => {
      const { paymentUrl } = await join({ planId: 4 })
      const [order] = await server.database.select().from(orders)
      const forged = `/api/payments/return/${order?.ticket}?status=ok&amount=699000&paid=1`
      expect((await server.request(forged)).headers.get('Location')).toContain('/premium/join/4?payment=pending')
      expect((await server.request('/api/payments/return/'.concat('A'.repeat(43)))).status).toBe(404)
      expect((await server.request("/api/payments/return/1'--")).status).toBe(404)
      expect(await pay(server, paymentUrl, 'cancel')).toBe(`${APP_ORIGIN}/premium/join/4?payment=cancelled`)
      // The gateway has decided already, so a cancellation comes too late.
      expect(await pay(server, paymentUrl, 'pay')).toBe(`${APP_ORIGIN}/premium/join/4?payment=cancelled`)
      expect(await checkPayment()).toEqual({ status: 'failed', receipt: null })
      expect(await subscribed(member)).toBeNull()
      expect(await countRows('subscriptions')).toBe(0)
    })

    test.each([{ amount: 1_000 }, { order: '999' }])(
      'fails if the gateway reports another amount or order (%o)',
      async (otherwise) => {
        const { paymentUrl } = await join({ planId: 4 })
        await server.database.update(sandboxPayments).set(otherwise)
        expect(await pay(server, paymentUrl)).toBe(`${APP_ORIGIN}/premium/join/4?payment=mismatched`)
        expect(await checkPayment()).toEqual({ status: 'failed', receipt: null })
        expect(await subscribed(member)).toBeNull()
      },
    )

    test("is found by the payment check when the gateway's callback was lost", async () => {
      await atGateway(server, (await join({ planId: 1 })).paymentUrl, 'pay')
      expect((await checkPayment()).status).toBe('success')
      expect((await checkPayment()).status).toBe('success')
      expect(await countRows('subscriptions')).toBe(1)
    })

    test('is pending until the bank confirms it', async () => {
      const { paymentUrl } = await join({ planId: 1 })
      expect(await pay(server, paymentUrl, 'later')).toBe(`${APP_ORIGIN}/premium/join/1?payment=pending`)
      expect((await checkPayment()).status).toBe('pending')
      server.pass(2 * MINUTE)
      expect((await checkPayment()).status).toBe('success')
    })

    test('is completed by the periodic cleanup, with one notification', async () => {
      await pay(server, (await join({ planId: 1 })).paymentUrl, 'later')
      server.pass(16 * MINUTE)
      await runHousekeeping(frame())
      await runHousekeeping(frame())
      expect(daysLeft((await subscribed(member)).endsAt)).toBeCloseTo(30, 2)
      const news = (await member.get('/api/user/notifications')).json.data
      expect(news).toMatchObject([{ kind: 'subscription', path: '/successful-payment' }])
    })

    test('expires', async () => {
      const { paymentUrl } = await join({ planId: 1 })
      server.pass(16 * MINUTE)
      await runHousekeeping(frame())
      expect(await pay(server, paymentUrl)).toBe(`${APP_ORIGIN}/premium/join/1?payment=expired`)
      expect((await checkPayment()).status).toBe('failed')
      expect((await join({ planId: 1 })).paymentUrl).not.toBe(paymentUrl)
    })

    test.each(['cancelled', 'expired', 'mismatched'] as const)(
      'is completed by the periodic cleanup when the gateway has the money of an order in state %s, with one notification',
      async (state) => {
        const { paymentUrl } = await join({ planId: 1 })
        if (state === 'mismatched') {
          await server.database.update(sandboxPayments).set({ amount: 1 })
          await pay(server, paymentUrl)
        }
        if (state === 'cancelled') await pay(server, paymentUrl, 'cancel')
        server.pass(16 * MINUTE)
        await runHousekeeping(frame())
        expect((await latestOrder(server.database, member.id))?.state).toBe(state)
        await runHousekeeping(frame())
        const confirmed = { cancelledAt: null, paidAt: server.now(), tracking: '1234567890', amount: 89_000 }
        await server.database.update(sandboxPayments).set(confirmed)
        server.pass(15 * MINUTE)
        await runHousekeeping(frame())
        await runHousekeeping(frame())
        expect(daysLeft((await subscribed(member)).endsAt)).toBeCloseTo(30, 2)
        expect((await member.get('/api/user/notifications')).json.data).toMatchObject([{ kind: 'subscription' }])
      },
    )

    test('is found when its user returns after the order was cancelled', async () => {
      const { paymentUrl } = await join({ planId: 1 })
      const { returnUrl } = await atGateway(server, paymentUrl, 'cancel')
      await server.request(pathOf(returnUrl))
      await server.database.update(sandboxPayments).set({ cancelledAt: null, paidAt: server.now(), tracking: '1' })
      const returned = await server.request(pathOf(returnUrl))
      expect(returned.headers.get('Location')).toBe(`${APP_ORIGIN}/successful-payment`)
      expect(await countRows('subscriptions')).toBe(1)
    })

    test('is asked for less and less often after its order ended, and no more after three days', async () => {
      await pay(server, (await join({ planId: 1 })).paymentUrl, 'cancel')
      let asked = 0
      const books = sandbox(frame())
      const counting: Gateway = { ...books, verify: (payment) => books.verify(payment).finally(() => asked++) }
      for (let hour = 0; hour < 200; hour++) {
        server.pass(60 * MINUTE)
        await settleOverdue(frame(), only(counting))
      }
      expect(asked).toBeGreaterThan(4)
      expect(asked).toBeLessThan(15)
      expect((await latestOrder(server.database, member.id))?.recheckAt).toBeNull()
    })

    test('waits for the next round when the gateways take too long', async () => {
      await join({ planId: 1 })
      await (await server.createUser()).post(JOIN, { planId: 1 })
      server.pass(16 * MINUTE)
      let elapsed = 0
      vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
      onTestFinished(() => vi.mocked(performance.now).mockRestore())
      const asked: string[] = []
      const slow: Gateway = {
        ...sandbox(frame()),
        async verify({ order }) {
          asked.push(order)
          elapsed += MINUTE + 1
          return { state: 'expired' }
        },
      }
      await settleOverdue(frame(), only(slow))
      expect(asked).toHaveLength(1)
      await settleOverdue(frame(), only(slow))
      expect(new Set(asked).size).toBe(2)
    })

    test('stays pending if the gateway does not answer', async () => {
      await join({ planId: 1 })
      const order = await latestOrder(server.database, member.id)
      const silent = () => Promise.reject(new Error('no answer'))
      const gateway: Gateway = { open: silent, verify: silent, cancel: silent }
      if (!order) throw new Error('no order')
      expect((await settleOrder(frame(), only(gateway), order)).state).toBe('pending')
    })
  })

  describe('order', () => {
    test('is created once for fifty simultaneous requests', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => member.post(JOIN, { planId: 1 })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ json }) => json.data.paymentUrl)).size).toBe(1)
      expect(await countRows('orders')).toBe(1)
    })

    test('replaces a pending order for another plan', async () => {
      const first = await join({ planId: 1 })
      const second = await join({ planId: 2 })
      expect(await pay(server, first.paymentUrl)).toBe(`${APP_ORIGIN}/premium/join/1?payment=cancelled`)
      expect(await pay(server, second.paymentUrl)).toBe(`${APP_ORIGIN}/successful-payment`)
      expect((await subscribed(member)).planId).toBe(2)
    })

    test("returns the paid order when the gateway's callback was lost", async () => {
      await atGateway(server, (await join({ planId: 1 })).paymentUrl, 'pay')
      const again = await join({ planId: 1 })
      expect(again.subscription).toMatchObject({ planId: 1 })
      expect(again.receipt.amount).toBe(89_000)
      expect(await countRows('orders')).toBe(1)
    })
  })

  test('leads by a page of ours to a gateway that takes users by form', async () => {
    const fields = { RefId: 'AF82041a', note: HOSTILE_TEXTS.html ?? '' }
    const form = { url: 'https://bank.example/startpay.mellat', fields }
    const gateway: Gateway = { ...sandbox(frame()), open: async () => ({ reference: 'AF82041a', form }) }
    const wanted = { userId: member.id, kind: 'join' as const, planId: 1, code: null, returnTo: APP_ORIGIN }
    const order = await placeOrder(frame(), gateways(), { ...wanted, canPay: true, key: undefined })
    const { paymentUrl } = await openPayment(frame(), only(gateway), order, API_ORIGIN)
    const answer = await server.request(pathOf(paymentUrl ?? ''))
    const page = await answer.text()
    expect(page).toContain('<form method="post" action="https://bank.example/startpay.mellat">')
    expect(page).toContain('<input type="hidden" name="RefId" value="AF82041a">')
    expect(page).not.toContain('<img')
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*form-action https:\/\/bank\.example https:;.*frame-ancestors 'none'/)
    expect(policy).not.toContain('unsafe')
    // The sandbox does not know the payment, so the order has ended: nothing leads to the gateway any more.
    await checkPayment()
    const ended = await server.request(pathOf(paymentUrl ?? ''))
    expect(ended.headers.get('Location')).toBe(`${APP_ORIGIN}/premium/join/1?payment=cancelled`)
  })

  describe('two tabs that join two plans', () => {
    const wanted = (planId: number) => ({
      ...{ userId: member.id, kind: 'join' as const, planId, code: null, returnTo: APP_ORIGIN },
      ...{ canPay: true, key: undefined },
    })
    const rowOf = async (id: number) => (await server.database.select().from(orders).where(eq(orders.id, id)))[0]

    test('cancels the payment at the gateway when its order was cancelled while the payment was opened', async () => {
      const books = sandbox(frame())
      const order = await placeOrder(frame(), gateways(), wanted(1))
      let reference = ''
      const slow: Gateway = {
        ...books,
        async open(charge) {
          const opened = await books.open(charge)
          reference = opened.reference
          await placeOrder(frame(), gateways(), wanted(2))
          return opened
        },
      }
      const opened = await openPayment(frame(), only(slow), order, APP_ORIGIN)
      expect(opened).toMatchObject({ id: order.id, state: 'cancelled', paymentUrl: null, reference })
      await actAtSandbox(frame(), reference, 'pay')
      expect(await verify(reference)).toEqual({ state: 'cancelled' })
    })

    test('repeats the cancellation until the gateway confirms it', async () => {
      const books = sandbox(frame())
      const order = await placeOrder(frame(), gateways(), wanted(1))
      let [reference, tries] = ['', 0]
      const shaky: Gateway = {
        ...books,
        async open(charge) {
          const opened = await books.open(charge)
          reference = opened.reference
          await placeOrder(frame(), gateways(), wanted(2))
          return opened
        },
        async cancel(given) {
          tries += 1
          if (tries < 3) throw new Error('no answer')
          return sandbox(frame()).cancel?.(given) ?? { state: 'pending' }
        },
      }
      expect((await openPayment(frame(), only(shaky), order, APP_ORIGIN)).state).toBe('cancelled')
      await expect.poll(() => verify(reference), { timeout: 5_000 }).toEqual({ state: 'cancelled' })
      expect(tries).toBe(3)
    })

    test('does not cancel an order whose payment was opened in between', async () => {
      const before = await placeOrder(frame(), gateways(), wanted(1))
      const { paymentUrl } = await openPayment(frame(), gateways(), before, APP_ORIGIN)
      expect(await cancelOrder(frame(), gateways(), before)).toMatchObject({ state: 'pending', paymentUrl })
      expect(await rowOf(before.id)).toMatchObject({ state: 'pending', paymentUrl })
    })

    test('answers the tab that lost that its order is in progress elsewhere, and takes no money', async () => {
      const answers = await Promise.all([1, 2, 1, 2].map((planId) => member.post(JOIN, { planId })))
      const urls = answers.flatMap(({ json }) => json.data?.paymentUrl ?? [])
      for (const url of new Set<string>(urls)) await pay(server, url)
      const references = urls.map((url: string) => url.slice(url.lastIndexOf('/') + 1))
      const begun = await server.database
        .select()
        .from(sandboxPayments)
        .where(inArray(sandboxPayments.reference, references))
      const paid = begun.filter(({ paidAt }) => paidAt)
      expect(paid).toHaveLength(1)
      for (const { order } of paid) expect(await rowOf(Number(order))).toMatchObject({ state: 'paid' })
    })
  })

  describe('subscription time', () => {
    test('adds the remaining days to a new plan and moves reserved plans back', async () => {
      await buy(1)
      server.pass(10 * DAY)
      await buy(2, RESERVE)
      expect(await subscribed(member)).toMatchObject({ planId: 1, reserved: 1 })
      expect(daysLeft((await subscribed(member)).endsAt)).toBeCloseTo(20, 2)
      await buy(4)
      const now = await subscribed(member)
      expect(now).toMatchObject({ planId: 4, reserved: 1 })
      expect(daysLeft(now.endsAt)).toBeCloseTo(20 + 365, 2)
      expect(daysLeft((await checkPayment()).receipt.endsAt)).toBeCloseTo(385, 2)
      server.pass(386 * DAY)
      const then = await subscribed(
        await member.signIn().then((device) => Object.assign(member, { token: device.token })),
      )
      expect(then).toMatchObject({ planId: 2, reserved: 0 })
      expect(daysLeft(then.endsAt)).toBeCloseTo(89, 2)
    })

    test('starts a reserved plan after the current and earlier reserved ones, or immediately without any', async () => {
      await buy(1, RESERVE)
      const first = await checkPayment()
      expect(daysLeft(first.receipt.endsAt)).toBeCloseTo(30, 2)
      await buy(2, RESERVE)
      const second = await checkPayment()
      expect(second.receipt.startsAt).toBe(first.receipt.endsAt)
      await buy(1, RESERVE)
      const third = await checkPayment()
      expect(third.receipt.startsAt).toBe(second.receipt.endsAt)
      expect(await subscribed(member)).toMatchObject({ planId: 1, endsAt: first.receipt.endsAt, reserved: 2 })
    })

    test('ends premium access when it expires', async () => {
      const premium = () => isPremium(server.database, member, server.now())
      expect(await premium()).toBe(false)
      expect(await isPremium(server.database, null, server.now())).toBe(false)
      await buy(1)
      expect(await premium()).toBe(true)
      server.pass(30 * DAY - MINUTE)
      expect(await premium()).toBe(true)
      server.pass(2 * MINUTE)
      expect(await premium()).toBe(false)
    })
  })

  test('serves the gateway page in Persian, without scripts, unframeable and escaped', async () => {
    const { paymentUrl } = await join({ planId: 1 })
    await server.database
      .update(sandboxPayments)
      .set({ description: HOSTILE_TEXTS.html ?? '' })
      .where(eq(sandboxPayments.order, '1'))
    const answer = await server.request(pathOf(paymentUrl))
    const page = await answer.text()
    expect(page).toContain('۸۹٬۰۰۰ تومان')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await server.request(`/api/payments/sandbox/${'x'.repeat(43)}`)).status).toBe(404)
  })
})

test('rejects purchases without a gateway and still accepts codes', async () => {
  const server = await startServer({ settings: { gateway: 'none' } })
  const member = await server.createUser()
  const { status, json } = await member.post(JOIN, { planId: 1 })
  expect([status, json.message]).toEqual([503, expect.stringContaining('ممکن نیست')])
  expect((await member.post(JOIN, { code: await createCode(server) })).status).toBe(200)
  await server.close()
})
