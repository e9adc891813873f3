import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPaymentCheck } from '#app/paymentCheck.ts'
import { HEADER_KEY } from '#contract/sync.ts'
import { lastPayment, orderPremium, plan, plans } from '#data/areas/premium.ts'
import { readSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { expectPayment, isPaymentCheckPending } from '#data/platform/paymentCheck.ts'
import { signOut } from '#data/session/signOut.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { atGateway, createCode, subscribed } from '#tests/harness/fixtures/premium.ts'
import type { Member } from '#tests/harness/server.ts'

const MINUTE = 60_000
const realNow = clock.now

let device: TestDevice
let member: Member
let shown: number
beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  shown = 0
})
afterEach(async () => {
  clock.now = realNow
  await device.close()
})

/** Starts the payment check as a newly loaded page does. */
const start = () => startPaymentCheck(() => shown++)
const focus = () => window.dispatchEvent(new Event('focus'))
const asked = () => device.sent.filter((one) => one === 'GET /api/user/payment-check').length
const settled = async (times: number) => {
  await expect.poll(asked).toBe(times)
  await expect.poll(isPaymentCheckPending).toBe(false)
}

async function goToGateway(planId = 1): Promise<string> {
  const answer = await orderPremium({ kind: 'join', planId, code: null })
  if (!answer.ok || !('paymentUrl' in answer.data)) throw new Error('nothing to pay')
  return answer.data.paymentUrl
}

test('shows a payment whose return was lost once, at the next start, and updates the account', async () => {
  const paymentUrl = await goToGateway()
  expect(isPaymentCheckPending()).toBe(true)
  expect(Number(localStorage.getItem('check-until')) - clock.now()).toBeGreaterThan(14 * MINUTE)
  await atGateway(device.server, paymentUrl, 'pay')
  start()
  await settled(1)
  await expect.poll(() => shown).toBe(1)
  expect((await readSession())?.user.subscription).toEqual(await subscribed(member))
  focus()
  expect(asked()).toBe(1)
})

test('keeps the check without a response, repeats it on focus and removes it after any response', async () => {
  await goToGateway()
  device.goOffline()
  start()
  await expect.poll(asked).toBe(1)
  expect(isPaymentCheckPending()).toBe(true)
  device.goOnline()
  await expect
    .poll(() => {
      focus()
      return isPaymentCheckPending()
    })
    .toBe(false)
  expect(shown).toBe(0)
})

test('ignores a check time that has passed or that a wrong clock set too far ahead', async () => {
  expectPayment()
  clock.now = () => realNow() + 16 * MINUTE
  start()
  clock.now = () => realNow() - 60 * MINUTE
  focus()
  expect(asked()).toBe(0)
  localStorage.setItem('check-until', 'soon')
  clock.now = realNow
  focus()
  expect(asked()).toBe(0)
})

test('deletes the pending check at sign-out', async () => {
  await goToGateway()
  await signOut({ keepData: false })
  expect(localStorage.getItem('check-until')).toBeNull()
})

test('repeats a gift request with the same key when its response was lost, and redeems the code once', async () => {
  const code = await createCode(device.server)
  device.network = 'answer-lost'
  expect(await orderPremium({ kind: 'join', planId: null, code })).toMatchObject({ ok: false, offline: true })
  device.goOnline()
  expect(await orderPremium({ kind: 'join', planId: null, code })).toMatchObject({
    ok: true,
    data: { receipt: { amount: 0 } },
  })
  expect((await readSession())?.user.subscription).toMatchObject({ planId: 1, reserved: 0 })
  expect(await orderPremium({ kind: 'join', planId: null, code })).toMatchObject({
    ok: false,
    fields: { code: expect.anything() },
  })
})

test('gives the same order of another user a key of its own', async () => {
  const keys: (string | null)[] = []
  const code = await createCode(device.server)
  const order = async () => {
    device.network = (_path, { headers }) => {
      keys.push(new Headers(headers).get(HEADER_KEY))
      throw new TypeError('Failed to fetch')
    }
    expect(await orderPremium({ kind: 'join', planId: null, code })).toMatchObject({ ok: false, offline: true })
    device.goOnline()
  }
  await order()
  await signOut({ keepData: false })
  await device.registerMember()
  await order()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('shows plans and the receipt offline once they were seen', async () => {
  const all = await plans().fetch({})
  await plans().store(all)
  const payment = lastPayment(member.id)
  await orderPremium({ kind: 'join', planId: null, code: await createCode(device.server, { planId: 2 }) })
  await payment.store(await payment.fetch({}))
  device.goOffline()
  expect((await plans().look())?.data).toEqual(all)
  expect((await plan(3).look())?.data).toEqual(all[2])
  expect(await plan(77).look()).toBeUndefined()
  expect((await payment.look())?.data.receipt).toMatchObject({ planId: 2 })
  expect(await lastPayment(member.id + 1).look()).toBeUndefined()
})
