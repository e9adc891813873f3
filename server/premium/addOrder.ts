import { randomBytes } from 'node:crypto'
import type { Plan } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/schema/premium.ts'
import type { Order } from './settleOrder.ts'

/** A new order, with the plan as it is now. */
interface NewOrder extends Pick<Order, 'kind' | 'discount' | 'codeId' | 'returnTo' | 'createdAt' | 'expiresAt'> {
  userId: number
  plan: Plan
  days: number
}

/** Writes a pending order: the price of the plan less the discount is due. */
export async function addOrder(transaction: Database, { plan, ...order }: NewOrder): Promise<Order> {
  const { id: planId, name: planName, price } = plan
  const ticket = randomBytes(32).toString('base64url')
  const [added] = await transaction
    .insert(orders)
    .values({ ...order, planId, planName, price, amount: price - order.discount, state: 'pending', ticket })
    .returning()
  if (!added) throw new Error('the order was not written')
  return added
}
