import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Receipt } from '#contract/premium.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import { notify } from '#server/notifications/notify.ts'
import type { GatewayName, Gateways, PaymentStatus } from '#server/payments/gateway.ts'
import { log } from '#server/platform/log.ts'
import { reportError } from '#server/platform/reportError.ts'
import { news } from '#server/text/messages.ts'
import { releaseCode } from './codes.ts'
import { grantSubscription, lockUser } from './subscriptions.ts'

export type Order = typeof orders.$inferSelect

/** Orders per housekeeping round, of each kind. */
const ORDERS_PER_ROUND = 100
/** A round asks no further gateways after this, in ms: servers that start wait for the end of housekeeping. */
const ROUND_LIMIT = 60_000
/** First delay before the next query to the gateway about an order that ended unpaid, in ms; grows with the order's age. */
const RECHECK_DELAY = 10 * 60_000
/** Banks confirm late payments within this, in ms (3 days); afterwards the gateway is not asked again. */
const RECHECK_PERIOD = 3 * 86_400_000

/**
 * Brings an order to the status that its gateway reports. Repeatable. An order that ended unpaid is still paid when the
 * gateway has got the money after all. If the gateway cannot be reached, the order stays as it is. `callback` has the
 * parameters with which the gateway sent the user back.
 */
export async function settleOrder(
  context: DatabaseContext,
  gateways: Gateways,
  order: Order,
  callback?: Record<string, string>,
): Promise<Order> {
  if (order.state === 'paid' || (order.state !== 'pending' && order.reference === null)) return order
  try {
    const status = await statusOf(order, gateways, callback)
    const isOver = status.state === 'pending' && order.expiresAt <= context.clock()
    return await endOrder(context, order, isOver ? { state: 'expired' } : status)
  } catch (error) {
    reportError(`order ${order.id}: the gateway does not answer`, error)
    return order
  }
}

/**
 * Ends an order that its user gave up, unless it has been paid. A gateway that cannot cancel keeps the payment open;
 * housekeeping asks for it again, as for every order that ended unpaid. Throws if the gateway cannot be reached.
 */
export async function cancelOrder(context: DatabaseContext, gateways: Gateways, order: Order): Promise<Order> {
  if (order.state !== 'pending') return order
  const opened = openedAt(gateways, order)
  if (opened?.gateway.cancel) return endOrder(context, order, await opened.gateway.cancel(opened.payment))
  const status = await statusOf(order, gateways)
  return endOrder(context, order, status.state === 'pending' ? { state: 'cancelled' } : status)
}

/** A payment that was never opened is pending, and so is one whose gateway has no settings any more. */
async function statusOf(order: Order, gateways: Gateways, callback?: Record<string, string>): Promise<PaymentStatus> {
  const opened = openedAt(gateways, order)
  return opened ? opened.gateway.verify({ ...opened.payment, callback }) : { state: 'pending' }
}

/** The gateway of an opened payment. Servers of the version before ZarinPal store no name. */
export function gatewayOf({ gateway }: Order): GatewayName {
  return gateway ?? 'sandbox'
}

/** An order's payment and the gateway that opened it. */
function openedAt(gateways: Gateways, order: Order) {
  const { id, reference, amount } = order
  if (reference === null) return undefined
  const name = gatewayOf(order)
  const gateway = gateways.byName[name]
  if (gateway) return { gateway, payment: { reference, order: String(id), amount } }
  log.error(`order ${id}: its payment was opened by ${name}, which has no settings here`)
  return undefined
}

/** Ignores a status that was read before the order's payment was opened: it belongs to another payment, or to none. */
function endOrder(
  { database, clock }: DatabaseContext,
  { id, userId, reference }: Order,
  status: PaymentStatus,
): Promise<Order> {
  return database.transaction(async (transaction) => {
    if (userId !== null) await lockUser(transaction, userId)
    const [order] = await transaction.select().from(orders).where(eq(orders.id, id)).for('update')
    if (!order) throw new Error(`order ${id} is gone`)
    if (order.state === 'paid' || status.state === 'pending' || order.reference !== reference) return order
    if (status.state === 'paid') return payOrder(transaction, order, { now: clock(), tracking: status.tracking })
    const isMismatched = status.state === 'mismatched'
    if (order.state === 'mismatched' || (order.state !== 'pending' && !isMismatched)) return order
    if (isMismatched) log.error(`order ${id} over ${order.amount}: ${status.detail}`)
    return closeOrder(transaction, order, { state: status.state, now: clock() })
  })
}

/**
 * Ends an order unpaid. The gateway is asked again later whether its payment was made after all. The caller's transaction
 * has locked the user.
 */
export async function closeOrder(
  transaction: Database,
  { id, reference }: Pick<Order, 'id' | 'reference'>,
  { state, now }: { state: Exclude<Order['state'], 'pending' | 'paid'>; now: Date },
): Promise<Order> {
  await releaseCode(transaction, id)
  return write(transaction, id, {
    state,
    recheckAt: reference === null ? null : new Date(now.getTime() + RECHECK_DELAY),
  })
}

/**
 * Marks an order as paid and grants its subscription, once. The caller's transaction has locked the user. Without a user,
 * whose account was deleted, the operator has to pay the amount back.
 */
export async function payOrder(
  transaction: Database,
  order: Order,
  { now, tracking }: { now: Date; tracking: string | null },
): Promise<Order> {
  const { userId } = order
  if (userId === null) log.error(`order ${order.id} over ${order.amount} was paid after its account had been deleted`)
  const span = userId === null ? {} : await grantSubscription(transaction, { ...order, userId, orderId: order.id }, now)
  return write(transaction, order.id, { state: 'paid', paidAt: now, tracking, recheckAt: null, ...span })
}

async function write(transaction: Database, id: number, set: Partial<Order>): Promise<Order> {
  const [written] = await transaction.update(orders).set(set).where(eq(orders.id, id)).returning()
  if (!written) throw new Error(`order ${id} was not written`)
  return written
}

/** A user's pending order, else the latest one. */
export async function latestOrder(database: Database, userId: number): Promise<Order | undefined> {
  const [order] = await database
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(sql`state = 'pending'`), desc(orders.id))
    .limit(1)
  return order
}

/**
 * Settles overdue orders, and asks again about orders that ended unpaid: money that the gateway took buys what was
 * ordered. Notifies users whose payment was made although they never returned.
 */
export async function settleOverdue(context: DatabaseContext, gateways: Gateways): Promise<void> {
  const now = context.clock()
  const overdue = await ordersBy(
    context.database,
    orders.expiresAt,
    and(eq(orders.state, 'pending'), lte(orders.expiresAt, now)),
  )
  const ended = await ordersBy(context.database, orders.recheckAt, lte(orders.recheckAt, now))
  const start = performance.now()
  for (const order of [...overdue, ...ended]) {
    if (performance.now() - start > ROUND_LIMIT) return
    const { state, userId, planName, id } = await settleOrder(context, gateways, order)
    if (state === 'paid') {
      if (userId === null) continue
      const occasion = `order:${id}`
      await notify(context, userId, {
        kind: 'subscription',
        title: news.paid(planName),
        path: '/successful-payment',
        occasion,
      })
    } else if (order.recheckAt !== null) {
      await context.database
        .update(orders)
        .set({ recheckAt: nextRecheck(order, now) })
        .where(eq(orders.id, id))
    }
  }
}

function ordersBy(database: Database, time: PgColumn, which: SQL | undefined): Promise<Order[]> {
  return database.select().from(orders).where(which).orderBy(time).limit(ORDERS_PER_ROUND)
}

function nextRecheck({ expiresAt }: Order, now: Date): Date | null {
  const age = now.getTime() - expiresAt.getTime()
  return age > RECHECK_PERIOD ? null : new Date(now.getTime() + Math.max(age, RECHECK_DELAY))
}

/** The receipt of a paid order. */
export function receiptOf(order: Order): Receipt {
  const { id, planId, planName, days, price, discount, amount, tracking, paidAt, startsAt, endsAt, refundedAt } = order
  if (!paidAt || !startsAt || !endsAt) throw new Error(`order ${id} is not paid`)
  return {
    ...{ id, planId, planName, days, price, discount, amount, tracking },
    paidAt: paidAt.toISOString(),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    refundedAt: refundedAt?.toISOString() ?? null,
  }
}
