import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createCode, pay, subscribed } from '#tests/harness/fixtures/premium.ts'
import { buy, checkPayment, countRows, JOIN, join, RESERVE } from '#tests/harness/fixtures/purchases.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const MINUTE = 60_000

describe.each(databaseKinds)('premium codes on %s', (database) => {
  setUpMember(database)

  const frame = () => ({ database: server.database, clock: server.now })

  describe('gift code', () => {
    test('grants its plan in any usual spelling of the code', async () => {
      const code = await createCode(server, { planId: 2, word: 'EID1405' })
      expect(code).toBe('EID1405')
      const { subscription, receipt } = await join({ code: ' eid-۱۴۰۵ ' })
      expect(subscription).toMatchObject({ planId: 2, reserved: 0 })
      expect(receipt).toMatchObject({ price: 229_000, discount: 229_000, amount: 0, tracking: null })
      expect((await checkPayment()).receipt).toEqual(receipt)
    })

    test('is accepted from one of fifty members at once', async () => {
      const code = await createCode(server)
      const members = await Promise.all(Array.from({ length: 50 }, () => server.createUser()))
      const answers = await Promise.all(members.map((one) => one.post(JOIN, { code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ json }) => json.errors?.code?.[0].includes('به کار رفته'))).toHaveLength(49)
      expect(await countRows('subscriptions')).toBe(1)
      expect(await countRows('orders')).toBe(1)
    })

    test('is accepted once from fifty simultaneous requests of a member, and replayed under its key', async () => {
      const code = await createCode(server)
      const answers = await Promise.all(Array.from({ length: 50 }, () => member.post(JOIN, { code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await countRows('subscriptions')).toBe(1)
      const other = await createCode(server)
      const headers = { 'Idempotency-Key': uuid() }
      const first = await member.post(JOIN, { code: other }, headers)
      const again = await member.post(JOIN, { code: other }, headers)
      expect(again.json).toEqual(first.json)
      expect(await countRows('subscriptions')).toBe(2)
      expect((await member.post(JOIN, { code: 'ANOTHER' }, headers)).json.code).toBe('key_reused')
    })

    test('with several uses is accepted once per member', async () => {
      const code = await createCode(server, { uses: 3 })
      const members = await Promise.all(Array.from({ length: 5 }, () => server.createUser()))
      const answers = await Promise.all([...members, ...members].map((one) => one.post(JOIN, { code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(await countRows('subscriptions')).toBe(3)
    })

    test('can be reserved, and covers its own plan when that is chosen', async () => {
      await buy(1)
      await join({ code: await createCode(server, { planId: 2 }) }, RESERVE)
      expect(await subscribed(member)).toMatchObject({ planId: 1, reserved: 1 })
      expect((await join({ planId: 2, code: await createCode(server, { planId: 2 }) })).receipt.amount).toBe(0)
    })
  })

  describe('discount code', () => {
    const discount = (order: object) => createCode(server, { kind: 'discount', planId: null, ...order })

    test('reduces the price in the quote and in the payment', async () => {
      const code = await discount({ percent: 15 })
      const quote = (await member.post('/api/user/quote', { planId: 2, code })).json.data
      expect(quote).toEqual({ planId: 2, price: 229_000, discount: 34_350, amount: 194_650 })
      await pay(server, (await join({ planId: 2, code })).paymentUrl)
      expect((await checkPayment()).receipt).toMatchObject({ price: 229_000, discount: 34_350, amount: 194_650 })
      expect((await member.post(JOIN, { planId: 1, code })).json.errors.code[0]).toContain('خودتان')
      expect((await (await server.createUser()).post(JOIN, { planId: 1, code })).json.errors.code[0]).toContain(
        'به کار رفته',
      )
    })

    test('above the price makes the order free', async () => {
      const code = await discount({ amount: 1_000_000 })
      expect((await join({ planId: 1, code })).receipt).toMatchObject({ discount: 89_000, amount: 0 })
    })

    test('is free again only after its payment was cancelled or has expired', async () => {
      const code = await discount({ percent: 50 })
      const other = await server.createUser()
      const otherTries = () => other.post('/api/user/quote', { planId: 1, code }).then(({ status }) => status)
      const first = await join({ planId: 1, code })
      expect(await otherTries()).toBe(422)
      // The holder's own quote and an order for another plan still use the code.
      expect((await member.post('/api/user/quote', { planId: 2, code })).status).toBe(200)
      const second = await join({ planId: 2, code })
      expect(second.paymentUrl).not.toBe(first.paymentUrl)
      await pay(server, second.paymentUrl, 'cancel')
      expect(await otherTries()).toBe(200)
      await join({ planId: 2, code })
      expect(await otherTries()).toBe(422)
      server.pass(16 * MINUTE)
      await runHousekeeping(frame())
      expect(await otherTries()).toBe(200)
    })

    test('is accepted from one of ten members at once', async () => {
      const code = await discount({ percent: 50 })
      const members = await Promise.all(Array.from({ length: 10 }, () => server.createUser()))
      const answers = await Promise.all(members.map((one) => one.post(JOIN, { planId: 1, code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await countRows('code_uses')).toBe(1)
    })

    test('is rejected at its field if it does not apply', async () => {
      const said = async (body: object) => (await member.post(JOIN, body)).json.errors.code[0]
      expect(await said({ planId: 1, code: 'NOSUCHCODE' })).toContain('نداریم')
      expect(await said({ planId: 1, code: await discount({ percent: 10, planId: 2 }) })).toContain('طرح دیگری')
      expect(await said({ code: await discount({ percent: 10 }) })).toContain('تخفیف')
      const brief = await discount({ percent: 10, expiresAt: new Date(server.now().getTime() + MINUTE) })
      server.pass(2 * MINUTE)
      expect(await said({ planId: 1, code: brief })).toContain('گذشته')
      expect(await countRows('orders')).toBe(0)
    })

    test('limits guesses', async () => {
      let status = 0
      for (let tries = 0; tries < 70 && status !== 429; tries++) {
        ;({ status } = await member.post('/api/user/quote', { planId: 1, code: `GUESS${tries}` }))
      }
      expect(status).toBe(429)
      expect((await member.post(JOIN, { planId: 1 })).status).toBe(200)
    })
  })

  test('rejects invalid input in Persian at its field and stores nothing', async () => {
    const values = [...Object.values(HOSTILE_TEXTS), ...Object.values(HOSTILE_VALUES).filter((value) => value !== null)]
    for (const path of [JOIN, RESERVE, '/api/user/quote']) {
      for (const value of values) {
        const { status, json } = await member.post(path, { planId: 1, code: value })
        expect(status).toBe(422)
        expect(json.errors.code.join()).toMatch(/[آ-ی]/)
        // After too many tries in an hour the server looks up no codes.
        server.pass(15 * MINUTE)
      }
      for (const planId of [0, -1, 1.5, 7_000_000_000, 99, 'a', '1', true, [1], {}]) {
        const { status, json } = await member.post(path, { planId, code: undefined })
        expect(status).toBe(422)
        expect(json.errors.planId?.join() ?? json.errors.code.join()).toMatch(/[آ-ی]/)
      }
    }
    expect((await member.post(JOIN, {})).json.errors.code.join()).toMatch(/[آ-ی]/)
    expect(await countRows('orders')).toBe(0)
  })
})
