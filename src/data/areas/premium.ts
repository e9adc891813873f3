import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import {
  type Joined,
  type JoinKind,
  type PaymentCheck,
  PaymentCheck as PaymentCheckShape,
  Plan,
  plansApi,
  premiumApi,
  type Quote,
} from '#contract/premium.ts'
import { HEADER_KEY } from '#contract/sync.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { clearPaymentCheck, expectPayment, isPaymentCheckPending } from '#data/platform/paymentCheck.ts'
import { refreshUser } from '#data/session/account.ts'

/** What can be bought. */
export function plans(): Read<Plan[]> {
  return read({
    key: ['plans'],
    shape: v.array(Plan),
    fetch: async (options) => (await call(plansApi.list, {}, options)).data,
  })
}

/** One plan; whoever has seen the list has seen it. */
export function plan(id: number): Read<Plan> {
  const own = read({
    key: ['plans', id],
    shape: Plan,
    fetch: async (options) => (await call(plansApi.show, { params: { id } }, options)).data,
  })
  return {
    ...own,
    async look() {
      const list = await plans().look()
      const listed = list?.data.find((one) => one.id === id)
      const kept = await own.look()
      if (!list || !listed || (kept && kept.at > list.at)) return kept
      return { data: listed, at: list.at }
    },
  }
}

/** What became of a person's latest order; kept on the device, so that a receipt is there without a network. */
export function lastPayment(userId: number): Read<PaymentCheck> {
  return read({
    key: ['payment', userId],
    shape: PaymentCheckShape,
    fetch: async (options) => (await call(premiumApi.check, {}, options)).data,
  })
}

/** What a person wants: a plan with or without a code, or the code of a gift alone. */
export interface PremiumOrder {
  kind: JoinKind
  planId: number | null
  code: string | null
}

/** The last asking that nobody answered: the same asked again is the same asking, and is carried out once. */
let unanswered: { wish: string; key: string } | undefined

/**
 * Asks for a plan or a gift. Never queued: an online call with an answer. Whoever has to pay is on the way to the gateway
 * from here, so `check-until` is stored before they go; whoever has not has it now.
 */
export async function orderPremium({ kind, planId, code }: PremiumOrder): Promise<CallResult<Joined>> {
  const wish = JSON.stringify([kind, planId, code])
  const key = unanswered?.wish === wish ? unanswered.key : uuid()
  unanswered = { wish, key }
  const answered = await callResult(async () => {
    const { data } = await call(premiumApi[kind], { body: { planId, code } }, { headers: { [HEADER_KEY]: key } })
    return data
  })
  if (answered.ok || !answered.offline) unanswered = undefined
  if (!answered.ok) return answered
  if ('paymentUrl' in answered.data) expectPayment()
  else await refreshUser()
  return answered
}

/** What a code takes off a plan. */
export function quote(planId: number, code: string): Promise<CallResult<Quote>> {
  return callResult(async () => (await call(premiumApi.quote, { body: { planId, code } })).data)
}

/** Asks how the latest order stands; the account is asked anew when it has been paid. */
export async function checkPayment(): Promise<CallResult<PaymentCheck>> {
  const answered = await callResult(async () => (await call(premiumApi.check, {})).data)
  if (answered.ok && answered.data.status === 'success') await refreshUser()
  return answered
}

/**
 * The payment check of the specification (section 4): while the stored moment lies ahead the status is asked for, and the
 * moment removed whatever it is. Says whether there is a success to show. Without an answer it stays for the next time.
 */
export async function checkPendingPayment(): Promise<boolean> {
  if (!isPaymentCheckPending()) return false
  const answered = await checkPayment()
  if (!answered.ok) return false
  clearPaymentCheck()
  return answered.data.status === 'success'
}
