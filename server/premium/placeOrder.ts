import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { CHECK_FOR } from '#contract/limits.ts'
import type { JoinKind, Plan } from '#contract/premium.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { codes, orders } from '#server/database/schema/premium.ts'
import { FORM_PATH } from '#server/payments/formPage.ts'
import type { Gateway, Gateways, Payment } from '#server/payments/gateway.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import { findFirstAnswers, storeAnswers } from '#server/sync/idempotencyKeys.ts'
import { fieldMessages, paymentMessages } from '#server/text/messages.ts'
import { addOrder } from './addOrder.ts'
import { type CodeRow, discountOf, hashOfCode, refuseCode, takeCode, usableCode } from './codes.ts'
import { planOf, planOnSale } from './plans.ts'
import { cancelOrder, gatewayOf, type Order, payOrder, settleOrder } from './settleOrder.ts'
import { lockUser } from './subscriptions.ts'

/** An open payment is continued if at least this much of its time is left, in ms. */
const MIN_TIME_LEFT = 5 * 60_000

/** A user's order request. */
export interface OrderRequest {
  userId: number
  kind: JoinKind
  planId: number | null
  code: string | null
  /** origin of the page to return to */
  returnTo: string
  /** whether payments are possible */
  canPay: boolean
  /** idempotency key */
  key: string | undefined
}

/**
 * Creates the order for a request: paid at once if the amount is 0, otherwise pending. An equal request returns the
 * pending order, so two clicks make one order; a different one ends it first, so a user has at most one. If the pending
 * order turns out to be paid, it is the result: nobody pays twice because a message was lost.
 */
export async function placeOrder(context: DatabaseContext, gateways: Gateways, request: OrderRequest): Promise<Order> {
  if (request.planId !== null) {
    const begun = await continueOrEnd(context, gateways, request)
    if (begun) return begun
  }
  return context.database.transaction((transaction) => newOrder(transaction, request, context.clock()))
}

async function continueOrEnd(
  context: DatabaseContext,
  gateways: Gateways,
  request: OrderRequest,
): Promise<Order | undefined> {
  for (const { order, hash } of await waitingOrders(context.database, request.userId)) {
    const settled = await settleOrder(context, gateways, order)
    if (settled.state === 'paid') return settled
    if (settled.state !== 'pending') continue
    const hasTime = settled.expiresAt.getTime() - context.clock().getTime() > MIN_TIME_LEFT
    const isOpenHere = settled.reference === null || gatewayOf(settled) === gateways.current
    if (hasTime && isOpenHere && isFor(settled, hash, request)) return settled
    const ended = await cancelOrder(context, gateways, settled).catch(unreachable)
    if (ended.state === 'paid') return ended
  }
  return undefined
}

async function newOrder(transaction: Database, request: OrderRequest, now: Date): Promise<Order> {
  const { userId, kind, key, returnTo } = request
  const scope = { transaction, userId, now }
  const attempt =
    key === undefined ? undefined : { key, request: fingerprint(request), clientId: '', sequence: undefined }
  const [known] = attempt ? await findFirstAnswers(scope, [attempt]) : []
  if (known instanceof Refusal) throw known
  if (known) return orderOf(transaction, (known.answer as { orderId: number }).orderId)
  await lockUser(transaction, userId)
  // A concurrent request came first.
  const [waiting] = request.planId === null ? [] : await waitingOrders(transaction, userId)
  if (waiting)
    return isFor(waiting.order, waiting.hash, request) ? waiting.order : refuse('in_progress', { retryAfter: 1 })
  const { plan, code } = await offerOf(transaction, request, now)
  const discount = code ? discountOf(code, plan.price) : 0
  const amount = plan.price - discount
  if (amount > 0 && !request.canPay) refuse('unavailable', { message: paymentMessages.closed })
  const order = await addOrder(transaction, {
    ...{ userId, plan, days: plan.days, kind, discount, returnTo },
    codeId: code?.id ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHECK_FOR),
  })
  if (code) await takeCode(transaction, { codeId: code.id, userId, orderId: order.id }, now)
  if (amount > 0) return order
  if (attempt) await storeAnswers(scope, [{ attempt, answer: { orderId: order.id } }])
  return payOrder(transaction, order, { now, tracking: null })
}

/** Resolves plan and code; a gift determines its plan. */
export async function offerOf(
  database: Database,
  { userId, planId, code: typed }: Pick<OrderRequest, 'userId' | 'planId' | 'code'>,
  now: Date,
): Promise<{ plan: Plan; code: CodeRow | undefined }> {
  const plan = planId === null ? undefined : await planOnSale(database, planId)
  if (planId !== null && !plan) refuse('validation', { errors: { planId: [fieldMessages.plan] } })
  const code = typed === null ? undefined : await usableCode(database, userId, typed, now)
  if (plan) {
    if (code && code.planId !== null && code.planId !== plan.id) refuseCode('codePlan')
    return { plan, code }
  }
  if (code?.kind !== 'gift' || code.planId === null) refuseCode('codeDiscount')
  return { plan: (await planOf(database, code.planId)) ?? refuseCode('codeUnknown'), code }
}

/**
 * Opens the payment of a pending order that has none yet. If the order ended meanwhile, or another request opened its
 * payment first, cancels the new payment and never returns its URL.
 */
export async function openPayment(
  { database }: DatabaseContext,
  { current, byName }: Gateways,
  order: Order,
  apiOrigin: string,
): Promise<Order> {
  if (order.paymentUrl !== null) return order
  const gateway = current && byName[current]
  if (!gateway) refuse('unavailable', { message: paymentMessages.closed })
  const { id, amount, planName, expiresAt, ticket } = order
  const description = paymentMessages.charge(planName)
  const returnUrl = `${apiOrigin}/api/payments/return/${ticket}`
  const opened = await gateway.open({ order: String(id), amount, description, returnUrl, expiresAt }).catch(unreachable)
  const { reference } = opened
  const form = 'form' in opened ? opened.form : null
  const paymentUrl = 'form' in opened ? `${apiOrigin}${FORM_PATH}/${ticket}` : opened.url
  const [existing] = await database
    .update(orders)
    .set({ gateway: current, reference, paymentUrl, paymentForm: form })
    .where(and(eq(orders.id, id), eq(orders.state, 'pending'), isNull(orders.reference)))
    .returning()
  if (existing) return existing
  cancelPayment(gateway, { reference, order: String(id), amount }).catch(ignoring('cancelling a payment'))
  // Until the cancellation is confirmed the payment could still be made: housekeeping asks for it.
  await database
    .update(orders)
    .set({ gateway: current, reference, recheckAt: expiresAt })
    .where(and(eq(orders.id, id), ne(orders.state, 'pending'), isNull(orders.reference)))
  return orderOf(database, id)
}

/** Delays before further attempts to cancel a payment, in ms; after that it expires at the gateway. */
const CANCEL_RETRY_DELAYS = [500, 2_000, 10_000, 60_000]

/** Cancels a payment that belongs to no order, until the gateway confirms it. Nobody knows its URL. */
async function cancelPayment(gateway: Gateway, payment: Payment): Promise<void> {
  for (const wait of [...CANCEL_RETRY_DELAYS, undefined]) {
    try {
      await gateway.cancel?.(payment)
      return
    } catch (error) {
      reportError('A payment without an order could not be cancelled', error)
    }
    if (wait !== undefined) await setTimeout(wait, undefined, { ref: false })
  }
}

async function orderOf(database: Database, id: number): Promise<Order> {
  const [order] = await database.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`order ${id} is gone`)
  return order
}

function waitingOrders(database: Database, userId: number) {
  return database
    .select({ order: orders, hash: codes.hash })
    .from(orders)
    .leftJoin(codes, eq(codes.id, orders.codeId))
    .where(and(eq(orders.userId, userId), eq(orders.state, 'pending')))
    .orderBy(orders.id)
}

function isFor(order: Order, hash: string | null, { kind, planId, code }: OrderRequest): boolean {
  return order.kind === kind && order.planId === planId && hash === (code === null ? null : hashOfCode(code))
}

function fingerprint({ kind, planId, code }: OrderRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, planId, code]))
    .digest('base64url')
}

function unreachable(error: unknown): never {
  reportError('The gateway does not answer', error)
  return refuse('unavailable', { message: paymentMessages.unreachable, retryAfter: 30 })
}
