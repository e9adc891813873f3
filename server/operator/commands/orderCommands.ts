import { and, desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { ORDER_STATES } from '#contract/premium.ts'
import { orders } from '#server/database/schema/premium.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { requireUser } from './userCommands.ts'

/** How many orders `orders` shows. */
const ORDERS_MAX = 50

/** `orders`: the latest orders, of one user or in one state. Amounts are whole Toman. */
export const listOrders = defineCommand(
  v.strictObject({ user: v.optional(v.string()), state: v.optional(v.picklist(ORDER_STATES)) }),
  async ({ connection: { database } }, { user, state }) => {
    const owner = user === undefined ? undefined : await requireUser(database, user)
    const { id, userId, planName, days, amount, gateway, tracking, createdAt, paidAt, refundedAt, refundNote } = orders
    const found = await database
      .select({
        id,
        userId,
        state: orders.state,
        planName,
        days,
        amount,
        gateway,
        tracking,
        createdAt,
        paidAt,
        refundedAt,
        refundNote,
      })
      .from(orders)
      .where(and(owner && eq(userId, owner.id), state && eq(orders.state, state)))
      .orderBy(desc(id))
      .limit(ORDERS_MAX)
    return { orders: found }
  },
)

/**
 * `orders refund ID`: notes that the operator has paid an order back. The subscription stays until `user end-premium`.
 */
export const noteRefund = defineCommand(
  v.strictObject({
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500))),
  }),
  ({ connection, clock }, { id, note = null }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const [order] = await transaction.select().from(orders).where(eq(orders.id, id)).for('update')
      if (!order) throw new CommandError(`There is no order ${id}.`)
      if (order.state !== 'paid' || order.amount === 0) throw new CommandError(`Nothing was paid for order ${id}.`)
      if (order.refundedAt) throw new CommandError(`Order ${id} was refunded on ${order.refundedAt.toISOString()}.`)
      const refund = { refundedAt: clock(), refundNote: note }
      await transaction.update(orders).set(refund).where(eq(orders.id, id))
      const before = { refundedAt: null, refundNote: null }
      await audit(transaction, { subject: `order ${id}`, before, after: refund })
      return { id, amount: order.amount, ...refund }
    }),
)
