import type { Plan } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { addOrder } from './addOrder.ts'
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
  const order = await addOrder(transaction, {
    ...{ userId, plan, days },
    kind: 'reserve',
    discount: plan.price,
    codeId: null,
    returnTo: '',
    createdAt: now,
    expiresAt: now,
  })
  return payOrder(transaction, order, { now, tracking: null })
}
