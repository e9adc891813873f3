import { desc, eq } from 'drizzle-orm'
import type * as v from 'valibot'
import {
  type Joined,
  type Joining,
  type JoinKind,
  ORDERS_MAX,
  type PastOrder,
  type PaymentCheck,
  premiumApi,
} from '#contract/premium.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import { appOrigin } from '#server/http/appOrigin.ts'
import { clientAddress, isSecure } from '#server/http/clientAddress.ts'
import { type Api, type Call, serve } from '#server/http/serve.ts'
import { countAttempt, uncountAttempt } from '#server/http/throttle.ts'
import { openGateways } from '#server/payments/openGateways.ts'
import { refuse } from '#server/platform/refuse.ts'
import { discountOf } from '#server/premium/codes.ts'
import { offerOf, openPayment, placeOrder } from '#server/premium/placeOrder.ts'
import { latestOrder, type Order, receiptOf, settleOrder } from '#server/premium/settleOrder.ts'
import { subscriptionOf } from '#server/premium/subscriptions.ts'
import { readMutationHeaders } from '#server/sync/mutationHeaders.ts'
import { fieldMessages, paymentMessages } from '#server/text/messages.ts'

type Asking = Call<object, object, v.InferOutput<typeof Joining>, 'user'>

const HOUR = 60 * 60

export function servePremium(api: Api): void {
  serve(api, premiumApi.join, async (call) => ({ data: await enter(call, 'join') }))
  serve(api, premiumApi.reserve, async (call) => ({ data: await enter(call, 'reserve') }))

  serve(api, premiumApi.quote, async (call) => {
    const { body, user, database, clock } = call
    requirePlanId(body.planId)
    const offered = await countGuesses(call, true, () => offerOf(database, { userId: user.id, ...body }, clock()))
    const { plan, code } = offered
    const discount = code ? discountOf(code, plan.price) : 0
    return { data: { planId: plan.id, price: plan.price, discount, amount: plan.price - discount } }
  })

  serve(api, premiumApi.orders, async ({ database, user }) => ({
    data: await pastOrders(database, user.id, ORDERS_MAX),
  }))

  serve(api, premiumApi.check, async (call) => {
    const latest = await latestOrder(call.database, call.user.id)
    const order = latest?.state === 'pending' ? await settleOrder(call, openGateways(call), latest) : latest
    return { data: foundOut(order) }
  })
}

function foundOut(order: Order | undefined): PaymentCheck {
  if (order?.state === 'paid') return { status: 'success', receipt: receiptOf(order) }
  return { status: order?.state === 'pending' ? 'pending' : 'failed', receipt: null }
}

/** A user's orders, newest first. */
export async function pastOrders(database: Database, userId: number, limit?: number): Promise<PastOrder[]> {
  const newest = database.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id))
  return (await (limit === undefined ? newest : newest.limit(limit))).map(pastOrder)
}

function pastOrder(order: Order): PastOrder {
  const { id, planName, amount, state, createdAt } = order
  const receipt = state === 'paid' ? receiptOf(order) : null
  return { id, planName, amount, state, createdAt: createdAt.toISOString(), receipt }
}

async function enter(call: Asking, kind: JoinKind): Promise<Joined> {
  const { body, user, database, clock, http, settings } = call
  if (body.planId !== null) requirePlanId(body.planId)
  const gateways = openGateways(call)
  const { key } = readMutationHeaders(http)
  const wanted = {
    userId: user.id,
    kind,
    ...body,
    returnTo: appOrigin(http, settings),
    canPay: gateways.current !== undefined,
    key,
  }
  const order = await countGuesses(call, body.code !== null, () => placeOrder(call, gateways, wanted))
  if (order.state === 'paid') {
    const subscription = await subscriptionOf(database, user.id, clock())
    if (subscription) return { subscription, receipt: receiptOf(order) }
  }
  // The order was pending a moment ago: another request has just ended it.
  if (order.state !== 'pending') refuse('in_progress', { retryAfter: 1 })
  const opened = await openPayment(call, gateways, order, apiOriginOf(call))
  if (opened.state !== 'pending') refuse('in_progress', { retryAfter: 1 })
  if (opened.paymentUrl === null) refuse('unavailable', { message: paymentMessages.unreachable })
  return { paymentUrl: opened.paymentUrl, checkUntil: opened.expiresAt.toISOString() }
}

/** Counts the attempt as a guess at a code unless it succeeds. */
async function countGuesses<Result>(
  call: Pick<Asking, 'database' | 'clock' | 'http' | 'settings' | 'user'>,
  withCode: boolean,
  attempt: () => Promise<Result>,
): Promise<Result> {
  if (!withCode) return attempt()
  const limits = [
    { key: `code:${call.user.id}`, limit: 60, seconds: HOUR },
    { key: `code:${clientAddress(call.http, call.settings)}`, limit: 300, seconds: HOUR },
  ]
  await countAttempt(call, limits)
  const result = await attempt()
  await uncountAttempt(call, limits)
  return result
}

function requirePlanId(planId: number): void {
  if (planId > ID_MAX) refuse('validation', { errors: { planId: [fieldMessages.plan] } })
}

/** The API's origin as the user's browser reaches it. */
function apiOriginOf({ http, settings }: Pick<Asking, 'http' | 'settings'>): string {
  return `${isSecure(http, settings) ? 'https' : 'http'}://${new URL(http.req.url).host}`
}
