import { inArray, lt, sql } from 'drizzle-orm'
import type { DatabaseContext } from '#server/database/connect.ts'
import { throttles } from '#server/database/schema/account.ts'
import { refuse } from '#server/platform/refuse.ts'
import { tooManyRequests } from '#server/text/messages.ts'

/** Allows `limit` attempts under `key` within `seconds` of the first. */
export interface Limit {
  key: string
  limit: number
  seconds: number
}

/**
 * Counts an attempt against each limit before it is made, so concurrent attempts count too. Refuses above a limit.
 * Counted in the database, for all processes together.
 */
export async function countAttempt({ database, clock }: DatabaseContext, limits: Limit[]): Promise<void> {
  const now = clock()
  for (const { key, limit, seconds } of limits) {
    const resetsAt = new Date(now.getTime() + seconds * 1000)
    // A window that ends later than a new one was begun by a clock that was wrong.
    const isOver = sql`(${throttles.resetsAt} <= ${now.toISOString()}::timestamptz
      or ${throttles.resetsAt} > excluded.resets_at + interval '1 minute')`
    const [counted] = await database
      .insert(throttles)
      .values({ key, count: 1, resetsAt })
      .onConflictDoUpdate({
        target: throttles.key,
        set: {
          // Capped, so that persistent attempts cannot overflow the number.
          count: sql`case when ${isOver} then 1 else least(${throttles.count} + 1, 1000000) end`,
          resetsAt: sql`case when ${isOver} then excluded.resets_at else ${throttles.resetsAt} end`,
        },
      })
      .returning()
    if (counted && counted.count > limit) {
      const wait = Math.max(1, Math.ceil((counted.resetsAt.getTime() - now.getTime()) / 1000))
      refuse('too_many_requests', { retryAfter: wait, message: tooManyRequests(wait) })
    }
  }
}

/** Takes back `countAttempt` after a successful attempt. */
export async function uncountAttempt({ database }: DatabaseContext, limits: Limit[]): Promise<void> {
  await database
    .update(throttles)
    .set({ count: sql`greatest(${throttles.count} - 1, 0)` })
    .where(
      inArray(
        throttles.key,
        limits.map((limit) => limit.key),
      ),
    )
}

export async function deleteExpiredThrottles({ database, clock }: DatabaseContext): Promise<void> {
  await database.delete(throttles).where(lt(throttles.resetsAt, clock()))
}
