import { randomBytes } from 'node:crypto'
import type { Plan } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import { type Order, payOrder } from './settleOrder.ts'

/**
 * Gives a user the subscription of a plan as a paid order over 0 Toman, after the current premium time. The caller's
 * transaction has locked the user.
 */
export async function giveSubscription(
  transaction: Database,
  { userId, plan, days }: { userId: number; plan: Plan; days: number },
  now: Date,
): Promise<Order> {
  const [order] = await transaction
    .insert(orders)
    .values({
      userId,
      kind: 'reserve',
      planId: plan.id,
      planName: plan.name,
      days,
      price: plan.price,
      discount: plan.price,
      amount: 0,
      codeId: null,
      state: 'pending',
      ticket: randomBytes(32).toString('base64url'),
      returnTo: '',
      createdAt: now,
      expiresAt: now,
    })
    .returning()
  if (!order) throw new Error('the order was not written')
  return payOrder(transaction, order, { now, tracking: null })
}
