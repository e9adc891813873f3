import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Settings } from '#server/config.ts'
import type { Connection } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import type { ZarinpalSettings } from '#server/payments/zarinpal.ts'
import { release, takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'
import { pathOf, subscribed } from '#tests/harness/fixtures/premium.ts'
import { JOIN } from '#tests/harness/fixtures/purchases.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { type FakeZarinpal, MERCHANT_ID, startFakeZarinpal } from '#tests/harness/network/fakeZarinpal.ts'
import {
  type Answer,
  APP_ORIGIN,
  databaseKinds,
  type Member,
  startServer,
  type TestServer,
} from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PAID = `${APP_ORIGIN}/successful-payment`
const joinPage = (payment: string) => `${APP_ORIGIN}/premium/join/1?payment=${payment}`

describe.each(databaseKinds)('payments at ZarinPal on %s', (database) => {
  let fake: FakeZarinpal
  let server: TestServer
  let member: Member
  let settings: { gateway: 'zarinpal'; zarinpal: ZarinpalSettings }
  let connection: Connection
  const servers: TestServer[] = []

  /** Starts a server on the test's database, which outlives the server. */
  async function serve(given: Partial<Settings>): Promise<TestServer> {
    const started = await startServer({ connection: { ...connection, close: async () => {} }, settings: given })
    servers.push(started)
    return started
  }

  beforeEach(async () => {
    fake = await startFakeZarinpal()
    connection = await takeDatabase(database)
    settings = { gateway: 'zarinpal', zarinpal: { merchantId: MERCHANT_ID, url: fake.url } }
    server = await serve(settings)
    member = await server.createUser()
  })
  afterEach(async () => {
    for (const one of servers.splice(0)) await one.close()
    await release(database, connection)
    await fake.close()
  })

  const order = (planId = 1) => member.post(JOIN, { planId })
  const join = async (planId = 1): Promise<string> => (await order(planId)).json.data.paymentUrl
  const check = async (): Promise<Answer['json']> => (await member.get('/api/user/payment-check')).json.data
  const returned = async (url: string) => (await server.request(pathOf(url))).headers.get('Location')
  /** Our number of the last order, as ZarinPal has it. */
  const number = () => fake.payments.at(-1)?.order
  const housekeeping = () => runHousekeeping({ database: server.database, clock: server.now, settings })
  const states = async () => (await server.database.select().from(orders).orderBy(orders.id)).map(({ state }) => state)
  const days = async () =>
    (Date.parse((await subscribed(member))?.endsAt ?? server.now().toISOString()) - server.now().getTime()) / DAY
  const news = async () => (await member.get('/api/user/notifications')).json.data

  test('takes the amount in Rial, confirms the payment, and gives the subscription once', async () => {
    const url = await join()
    expect(url).toBe(`${fake.url}/pg/StartPay/${fake.payments[0]?.authority}`)
    expect(fake.payments).toMatchObject([
      { amount: 890_000, description: 'اشتراک یک‌ماهه پرده', order: expect.stringMatching(/^\d+$/) },
    ])
    expect(await check()).toEqual({ status: 'pending', receipt: null })
    expect(await returned(await fake.pay(url))).toBe(PAID)
    expect(fake.payments[0]?.status).toBe('VERIFIED')
    expect(await check()).toMatchObject({ status: 'success', receipt: { amount: 89_000, tracking: '201' } })
    expect(await days()).toBeCloseTo(30, 2)
  })

  test.each([
    ['the payment check', 0, check],
    ['housekeeping after the window', 16 * MINUTE, housekeeping],
  ])('finds a payment whose callback was lost by %s', async (_by, later, find) => {
    await fake.pay(await join())
    server.pass(later)
    await find()
    expect(await states()).toEqual(['paid'])
    expect(await days()).toBeCloseTo(30, 2)
  })

  test('gives one subscription for two callbacks whose verifications overlap', async () => {
    const back = await fake.pay(await join())
    let release = () => {}
    const until = new Promise<void>((done) => {
      release = done
    })
    fake.disturb('verify', { until }, { until })
    const callbacks = [returned(back), returned(back)]
    await expect.poll(() => fake.calls.filter((call) => call === 'verify')).toHaveLength(2)
    release()
    expect(await Promise.all(callbacks)).toEqual([PAID, PAID])
    expect(await days()).toBeCloseTo(30, 2)
  })

  test('accepts a payment as verified before when the first answer was lost', async () => {
    const log = catchLog()
    const back = await fake.pay(await join())
    fake.disturb('verify', 'lostAnswer')
    expect(await returned(back)).toBe(joinPage('pending'))
    expect(fake.payments[0]?.status).toBe('VERIFIED')
    expect(log.lines()).toContainEqual(
      expect.objectContaining({ msg: `order ${number()}: the gateway does not answer` }),
    )
    expect(await returned(back)).toBe(PAID)
    expect(await days()).toBeCloseTo(30, 2)
  })

  test('gives nothing for another amount, and logs that without the merchant id', async () => {
    const log = catchLog()
    const back = await fake.pay(await join())
    for (const payment of fake.payments) payment.amount = 89_000
    expect(await returned(back)).toBe(joinPage('mismatched'))
    expect(await states()).toEqual(['mismatched'])
    expect(await subscribed(member)).toBeNull()
    expect(log.lines().map(({ msg }) => msg)).toContain(
      `order ${number()} over 89000: ZarinPal has another amount (-50)`,
    )
    expect(log.text()).not.toContain(MERCHANT_ID)
    expect(fake.payments[0]?.status).toBe('PAID')
  })

  test('cancels the order of a user who gave up at ZarinPal, and still finds a payment made afterwards', async () => {
    const url = await join()
    expect(await returned(await fake.cancel(url))).toBe(joinPage('cancelled'))
    expect(await check()).toEqual({ status: 'failed', receipt: null })
    expect(await returned(await fake.pay(url))).toBe(PAID)
    expect(await days()).toBeCloseTo(30, 2)
  })

  test('does not believe the status in a callback', async () => {
    const url = await join()
    const forged = new URL(await fake.cancel(url))
    forged.searchParams.set('Status', 'OK')
    expect(await returned(forged.href)).toBe(joinPage('pending'))
    forged.searchParams.set('Status', 'NOK')
    forged.searchParams.set('Authority', 'A'.padEnd(36, '0'))
    expect(await returned(forged.href)).toBe(joinPage('pending'))
    await fake.pay(url)
    forged.searchParams.set('Authority', fake.payments[0]?.authority ?? '')
    expect(await returned(forged.href)).toBe(PAID)
  })

  test.each(['FAILED', 'REVERSED'] as const)('ends the order of a payment that ZarinPal calls %s', async (status) => {
    await join()
    for (const payment of fake.payments) payment.status = status
    expect(await check()).toEqual({ status: 'failed', receipt: null })
    expect(await states()).toEqual(['cancelled'])
  })

  test('ends the order of a payment that ZarinPal does not know', async () => {
    const url = await join()
    const known = fake.payments.splice(0)
    expect((await check()).status).toBe('failed')
    fake.payments.push(...known)
    expect(await returned(await fake.pay(url))).toBe(PAID)
  })

  describe('a payment that ends late', () => {
    test('belongs to an expired order, and is found when its user returns', async () => {
      const url = await join()
      server.pass(16 * MINUTE)
      await housekeeping()
      expect(await states()).toEqual(['expired'])
      expect(await returned(await fake.pay(url))).toBe(PAID)
      await housekeeping()
      expect(await days()).toBeCloseTo(30, 2)
    })

    test('is found by housekeeping when its callback was lost, once, with one notification', async () => {
      const url = await join()
      server.pass(16 * MINUTE)
      await housekeeping()
      await fake.pay(url)
      server.pass(15 * MINUTE)
      await housekeeping()
      await housekeeping()
      expect(await days()).toBeCloseTo(30, 2)
      expect(await news()).toMatchObject([{ kind: 'subscription', path: '/successful-payment' }])
    })

    test('adds its time to that of the order that replaced it', async () => {
      const first = await join(1)
      const second = await join(2)
      expect(await states()).toEqual(['cancelled', 'pending'])
      expect(await returned(await fake.pay(second))).toBe(PAID)
      await fake.pay(first)
      server.pass(16 * MINUTE)
      await housekeeping()
      expect(await states()).toEqual(['paid', 'paid'])
      expect(await days()).toBeCloseTo(120, 1)
    })
  })

  describe('a call that decides nothing', () => {
    const GARBAGE = [
      { answer: '<html>Bad Gateway</html>', status: 502 },
      { answer: '<html>Just a moment…</html>' },
      { answer: '' },
      { answer: '{"data":{"code":100},"errors":[]}', status: 500 },
      { answer: '{"data":{"code":102,"authority":"../../x","ref_id":null},"errors":[]}' },
      { answer: '[]' },
    ]

    test.each(GARBAGE)('reports the answer %o and asks again', async (fault) => {
      const log = catchLog()
      fake.disturb('request', fault)
      expect(await order()).toMatchObject({ status: 503, json: { message: expect.stringContaining('پاسخ نمی‌دهد') } })
      const back = await fake.pay(await join())
      fake.disturb('verify', fault)
      expect(await returned(back)).toBe(joinPage('pending'))
      const reported = log.lines().filter(({ error }) => error?.includes('something undocumented'))
      expect(reported.map(({ msg }) => msg)).toEqual([
        'The gateway does not answer',
        `order ${number()}: the gateway does not answer`,
      ])
      expect(await returned(back)).toBe(PAID)
    })

    test('is repeated after ZarinPal did not answer in time', async () => {
      const log = catchLog()
      const never = { until: new Promise(() => {}) }
      fake.disturb('request', never)
      settings.zarinpal.timeout = 100
      expect((await order()).status).toBe(503)
      settings.zarinpal.timeout = 10_000
      const back = await fake.pay(await join())
      fake.disturb('verify', never)
      settings.zarinpal.timeout = 100
      expect(await returned(back)).toBe(joinPage('pending'))
      settings.zarinpal.timeout = 10_000
      expect(log.text().match(/TimeoutError/g)).toHaveLength(2)
      expect(await check()).toMatchObject({ status: 'success' })
      expect(await states()).toEqual(['paid'])
    })

    test('leaves the order pending after its window, until ZarinPal answers again', async () => {
      catchLog()
      await fake.pay(await join())
      server.pass(16 * MINUTE)
      fake.disturb('verify', 'unreachable')
      await housekeeping()
      expect(await states()).toEqual(['pending'])
      await housekeeping()
      expect(await states()).toEqual(['paid'])
    })

    test('is refused by ZarinPal with a code, which the log has', async () => {
      const log = catchLog()
      const errors = { code: -11, message: `Terminal ${MERCHANT_ID} is not active, please contact our support team.` }
      fake.disturb('request', { errors })
      expect((await order()).status).toBe(503)
      expect(log.text()).toContain("ZarinPal's request.json answered code -11: Terminal … is not active")
      await fake.pay(await join())
      fake.disturb('verify', { errors })
      expect((await check()).status).toBe('pending')
      expect((await check()).status).toBe('success')
      expect(log.text()).not.toContain(MERCHANT_ID)
    })
  })

  describe('after the operator chose another gateway', () => {
    /** A call of the member on another server of the same database. */
    const on = (other: TestServer) => Object.assign(other.createGuest(), { token: member.token })

    test('a payment is verified where it was opened', async () => {
      const back = await fake.pay(await join())
      const [opened] = (await createOperatorOf(server)('orders', {})).result.orders
      expect(opened).toMatchObject({ gateway: 'zarinpal', state: 'pending' })
      const other = await serve({ ...settings, gateway: 'none' })
      expect((await other.request(pathOf(back))).headers.get('Location')).toBe(PAID)
    })

    test('an order is paid at the new gateway only', async () => {
      const sandbox = await serve({ ...settings, gateway: 'sandbox' })
      const { paymentUrl } = (await on(sandbox).post(JOIN, { planId: 1 })).json.data
      expect((await server.request(pathOf(paymentUrl))).status).toBe(404)
      expect(await join()).toContain(fake.url)
      expect(await states()).toEqual(['cancelled', 'pending'])
    })

    test('a payment stays undecided while ZarinPal has no settings', async () => {
      const log = catchLog()
      await fake.pay(await join())
      server.pass(16 * MINUTE)
      await runHousekeeping({ database: server.database, clock: server.now, settings: { gateway: 'none' } })
      expect(await states()).toEqual(['expired'])
      expect(log.text()).toContain(`order ${number()}: its payment was opened by zarinpal, which has no settings here`)
      server.pass(15 * MINUTE)
      await housekeeping()
      expect(await states()).toEqual(['paid'])
    })
  })
})
