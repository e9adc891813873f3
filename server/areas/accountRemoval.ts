import { and, eq, sql } from 'drizzle-orm'
import { revokeTokens } from '#server/accounts/tokens.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { comments } from '#server/database/schema/comments.ts'
import { likeCounts, likes } from '#server/database/schema/personal.ts'
import { orders } from '#server/database/schema/premium.ts'
import { closeOrder } from '#server/premium/settleOrder.ts'
import { lockUser } from '#server/premium/subscriptions.ts'
import { nextVersion } from '#server/sync/fence.ts'

/**
 * Deletes an account in the caller's transaction, with everything that belongs to it. Two things stay, without the user:
 * orders, for the operator's books, and comments as deleted ones, because replies and other users' likes refer to them. Calls
 * under way have their effect before, or are refused.
 */
export async function deleteAccount(context: DatabaseContext, userId: number): Promise<void> {
  const { database: transaction, clock } = context
  // In the order of payments, which lock the user, and then of mutations, which only lock the version counter.
  await lockUser(transaction, userId)
  await nextVersion(transaction, userId)
  await revokeTokens(context, userId)
  await uncountLikes(context, userId)
  const pending = await transaction
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'pending')))
  for (const order of pending) await closeOrder(transaction, order, { state: 'cancelled', now: clock() })
  await transaction
    .update(comments)
    .set({
      ...{ userId: null, author: null, key: null, request: null },
      ...{ body: '', deletedAt: sql`coalesce(${comments.deletedAt}, ${clock().toISOString()}::timestamptz)` },
    })
    .where(eq(comments.userId, userId))
  await transaction.delete(users).where(eq(users.id, userId))
}

/** Locks the counters in the order of title ids, as likes do. */
async function uncountLikes({ database }: DatabaseContext, userId: number): Promise<void> {
  await database.execute(sql`
    with counted as (
      select title_id from ${likeCounts}
      where title_id in (select title_id from ${likes} where user_id = ${userId} and liked)
      order by title_id for update
    )
    update ${likeCounts} as counter set likes = counter.likes - 1 from counted
    where counter.title_id = counted.title_id`)
}
