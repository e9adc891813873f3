import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Receipt } from '#contract/premium.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Gateway, PaymentStatus } from '#server/payments/gateway.ts'
import { reportError } from '#server/platform/reportError.ts'
import { news } from '#server/text/messages.ts'
import { releaseCode } from './codes.ts'
import { grantSubscription, lockUser } from './subscriptions.ts'

export type Order = typeof orders.$inferSelect

/** Orders per housekeeping round. */
const ORDERS_PER_ROUND = 100

/**
 * Brings an order to the status that the gateway reports. Repeatable: an order ends once. If the gateway cannot be
 * reached, the order stays pending.
 */
export async function settleOrder(context: DatabaseContext, gateway: Gateway, order: Order): Promise<Order> {
  if (order.state !== 'pending') return order
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
    if (order.state !== 'pending' || status.state === 'pending' || order.reference !== reference) return order
    if (status.state === 'paid' && status.order === String(id) && status.amount === order.amount) {
      return payOrder(transaction, order, { now: clock(), tracking: status.tracking })
    }
    if (status.state === 'paid') {
      console.error(`order ${id} over ${order.amount}: the gateway says ${status.amount} for order ${status.order}`)
    }
    await releaseCode(transaction, id)
    return write(transaction, id, { state: status.state === 'paid' ? 'mismatched' : status.state })
  })
}

/** Marks an order as paid and grants its subscription, once. The caller's transaction has locked the user. */
export async function payOrder(
  transaction: Database,
  order: Order,
  { now, tracking }: { now: Date; tracking: string | null },
): Promise<Order> {
  const span = await grantSubscription(transaction, { ...order, orderId: order.id }, now)
  return write(transaction, order.id, { state: 'paid', paidAt: now, tracking, ...span })
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

/** Settles overdue orders, and notifies users whose payment was made although they never returned. */
export async function settleOverdue(context: DatabaseContext, gateway: Gateway): Promise<void> {
  const overdue = await context.database
    .select()
    .from(orders)
    .where(and(eq(orders.state, 'pending'), lte(orders.expiresAt, context.clock())))
    .orderBy(orders.expiresAt)
    .limit(ORDERS_PER_ROUND)
  for (const order of overdue) {
    const { state, userId, planName, id } = await settleOrder(context, gateway, order)
    if (state !== 'paid') continue
    const title = news.paid(planName)
    await notify(context, userId, { kind: 'subscription', title, path: '/successful-payment', occasion: `order:${id}` })
  }
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
