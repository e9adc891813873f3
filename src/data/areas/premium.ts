import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import type { Subscription } from '#contract/account.ts'
import {
  type Joined,
  type JoinKind,
  PastOrder,
  type PaymentCheck,
  PaymentCheck as PaymentCheckShape,
  Plan,
  plansApi,
  premiumApi,
  type Quote,
} from '#contract/premium.ts'
import { HEADER_KEY } from '#contract/sync.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { readSession } from '#data/database/session.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { dataOr } from '#data/network/optionalCall.ts'
import { clearPaymentCheck, expectPayment, isPaymentCheckPending } from '#data/platform/paymentCheck.ts'
import { refreshUser } from '#data/session/account.ts'

/** The plans on sale; none on a server without the call. */
export function plans(): Read<Plan[]> {
  return read({
    key: ['plans'],
    shape: v.array(Plan),
    fetch: (options) => dataOr(call(plansApi.list, {}, options), () => []),
  })
}

/** One plan, from its own cached answer or from the cached list, whichever is newer. */
export function plan(id: number): Read<Plan> {
  const cachedPlan = read({
    key: ['plans', id],
    shape: Plan,
    fetch: async (options) => (await call(plansApi.show, { params: { id } }, options)).data,
  })
  return {
    ...cachedPlan,
    async look() {
      const list = await plans().look()
      const listed = list?.data.find((one) => one.id === id)
      const cached = await cachedPlan.look()
      if (!list || !listed || (cached && cached.at > list.at)) return cached
      return { data: listed, at: list.at }
    },
  }
}

/** Result of the user's latest order, cached so that the receipt opens offline. */
export function lastPayment(userId: number): Read<PaymentCheck> {
  return read({
    key: ['payment', userId],
    shape: PaymentCheckShape,
    fetch: async (options) => (await call(premiumApi.check, {}, options)).data,
  })
}

/** All orders of the user with their receipts, newest first; cached, so that receipts open offline. */
export function pastOrders(userId: number): Read<PastOrder[]> {
  return read({
    key: ['orders', userId],
    shape: v.array(PastOrder),
    fetch: (options) => dataOr(call(premiumApi.orders, {}, options), () => []),
  })
}

/** An order: a plan with an optional code, or a gift code alone. */
export interface PremiumOrder {
  kind: JoinKind
  planId: number | null
  code: string | null
}

/**
 * Idempotency keys of orders without an answer, by user and order. Ordering the same again reuses the key, so the order
 * is carried out once.
 */
const unanswered = new Map<string, string>()

/**
 * Orders a plan or redeems a gift. Online only, never queued. When a payment is due, stores `check-until` before the
 * user leaves for the gateway; otherwise refreshes the account.
 */
export async function orderPremium({ kind, planId, code }: PremiumOrder): Promise<CallResult<Joined>> {
  const session = await readFromDevice(readSession)
  const order = JSON.stringify([session?.user.id, kind, planId, code])
  const key = unanswered.get(order) ?? uuid()
  unanswered.set(order, key)
  const result = await callResult(async () => {
    const { data } = await call(premiumApi[kind], { body: { planId, code } }, { headers: { [HEADER_KEY]: key } })
    return data
  })
  if (result.ok || !result.offline) unanswered.delete(order)
  if (!result.ok) return result
  if ('paymentUrl' in result.data) expectPayment()
  else await refreshUser()
  return result
}

/** Asks for the price of a plan with a code. */
export function quote(planId: number, code: string): Promise<CallResult<Quote>> {
  return callResult(async () => (await call(premiumApi.quote, { body: { planId, code } })).data)
}

/** Asks for the status of the latest order; refreshes the account after a successful payment. */
export async function checkPayment(): Promise<CallResult<PaymentCheck>> {
  const result = await callResult(async () => (await call(premiumApi.check, {})).data)
  if (result.ok && result.data.status === 'success') await refreshUser()
  return result
}

/**
 * Payment check after the return from the gateway (docs/specification.md, section 4): asks for the status while
 * `check-until` is in the future, and clears it after any answer. Returns whether to show a success. Without an answer,
 * the check stays pending.
 */
export async function checkPendingPayment(): Promise<boolean> {
  if (!isPaymentCheckPending()) return false
  const result = await checkPayment()
  if (!result.ok) return false
  clearPaymentCheck()
  return result.data.status === 'success'
}

const DAY = 86_400_000

/** Started days until a subscription ends; undefined once it has ended or when the time is invalid. `now` in ms. */
export function daysLeft({ endsAt }: Subscription, now: number): number | undefined {
  const left = Date.parse(endsAt) - now
  return left > 0 ? Math.ceil(left / DAY) : undefined
}
