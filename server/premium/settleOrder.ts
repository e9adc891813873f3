import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Receipt } from '#contract/premium.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Gateway, PaymentStatus } from '#server/payments/gateway.ts'
import { log } from '#server/platform/log.ts'
import { reportError } from '#server/platform/reportError.ts'
import { news } from '#server/text/messages.ts'
import { releaseCode } from './codes.ts'
import { grantSubscription, lockUser } from './subscriptions.ts'

export type Order = typeof orders.$inferSelect

/** Orders per housekeeping round, of each kind. */
const ORDERS_PER_ROUND = 100
/** First delay before the next query to the gateway about an order that ended unpaid, in ms; grows with the order's age. */
const RECHECK_DELAY = 10 * 60_000
/** Banks confirm late payments within this, in ms (3 days); afterwards the gateway is not asked again. */
const RECHECK_PERIOD = 3 * 86_400_000

/**
 * Brings an order to the status that the gateway reports. Repeatable. An order that ended unpaid is still paid when the
 * gateway has got the money after all. If the gateway cannot be reached, the order stays as it is.
 */
export async function settleOrder(context: DatabaseContext, gateway: Gateway, order: Order): Promise<Order> {
  if (order.state === 'paid' || (order.state !== 'pending' && order.reference === null)) return order
  try {
    const status = await statusOf(order, gateway, context.clock())
    return await endOrder(context, order, status)
  } catch (error) {
    reportError(`order ${order.id}: the gateway does not answer`, error)
    return order
  }
}

/** Ends an order that its user gave up, unless it has been paid. Throws if the gateway cannot be reached. */
export async function cancelOrder(context: DatabaseContext, gateway: Gateway, order: Order): Promise<Order> {
  if (order.state !== 'pending') return order
  const status: PaymentStatus =
    order.reference === null ? { state: 'cancelled' } : await gateway.cancel(order.reference)
  return endOrder(context, order, status)
}

/** An order whose payment was never opened ends with its payment window. */
async function statusOf({ reference, expiresAt }: Order, gateway: Gateway, now: Date): Promise<PaymentStatus> {
  if (reference !== null) return gateway.verify(reference)
  return { state: expiresAt <= now ? 'expired' : 'pending' }
}

/** Ignores a status that was read before the order's payment was opened: it belongs to another payment, or to none. */
function endOrder(
  { database, clock }: DatabaseContext,
  { id, userId, reference }: Order,
  status: PaymentStatus,
): Promise<Order> {
  return database.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const [order] = await transaction.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new Error(`order ${id} is gone`)
    if (order.state === 'paid' || status.state === 'pending' || order.reference !== reference) return order
    if (status.state === 'paid' && status.order === String(id) && status.amount === order.amount) {
      return payOrder(transaction, order, { now: clock(), tracking: status.tracking })
    }
    if (order.state === 'mismatched' || (order.state !== 'pending' && status.state !== 'paid')) return order
    if (status.state === 'paid') {
      log.error(`order ${id} over ${order.amount}: the gateway says ${status.amount} for order ${status.order}`)
    }
    await releaseCode(transaction, id)
    const recheckAt = reference === null ? null : new Date(clock().getTime() + RECHECK_DELAY)
    return write(transaction, id, { state: status.state === 'paid' ? 'mismatched' : status.state, recheckAt })
  })
}

/** Marks an order as paid and grants its subscription, once. The caller's transaction has locked the user. */
export async function payOrder(
  transaction: Database,
  order: Order,
  { now, tracking }: { now: Date; tracking: string | null },
): Promise<Order> {
  const span = await grantSubscription(transaction, { ...order, orderId: order.id }, now)
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
export async function settleOverdue(context: DatabaseContext, gateway: Gateway): Promise<void> {
  const now = context.clock()
  const overdue = await ordersBy(
    context.database,
    orders.expiresAt,
    and(eq(orders.state, 'pending'), lte(orders.expiresAt, now)),
  )
  const ended = await ordersBy(context.database, orders.recheckAt, lte(orders.recheckAt, now))
  for (const order of [...overdue, ...ended]) {
    const { state, userId, planName, id } = await settleOrder(context, gateway, order)
    if (state === 'paid') {
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
  const { id, planId, planName, days, price, discount, amount, tracking, paidAt, startsAt, endsAt } = order
  if (!paidAt || !startsAt || !endsAt) throw new Error(`order ${id} is not paid`)
  return {
    ...{ id, planId, planName, days, price, discount, amount, tracking },
    paidAt: paidAt.toISOString(),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
