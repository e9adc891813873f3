import { inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { throttles } from '#server/database/schema/account.ts'
import { refuse } from '#server/platform/refuse.ts'
import { tooManyRequests } from '#server/text/messages.ts'

/** Tolerated difference between the clocks of two processes, in ms. */
const CLOCK_MARGIN = 60_000

/** Allows `limit` attempts under `key` within `seconds` of the first. */
export interface Limit {
  key: string
  limit: number
  seconds: number
}

/**
 * Counts an attempt against each limit before it is made, so concurrent attempts count too. Refuses above a limit, and
 * then writes nothing. Counted in the database, for all processes together.
 */
export async function countAttempt({ database, clock }: DatabaseContext, limits: Limit[]): Promise<void> {
  const now = clock()
  await refuseExhausted(database, limits, now)
  for (const { key, limit, seconds } of limits) {
    const resetsAt = new Date(now.getTime() + seconds * 1000)
    // A window that ends later than a new one was begun by a clock that was wrong.
    const isOver = sql`(${throttles.resetsAt} <= ${now.toISOString()}::timestamptz
      or ${throttles.resetsAt} > ${new Date(resetsAt.getTime() + CLOCK_MARGIN).toISOString()}::timestamptz)`
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
    if (counted && counted.count > limit) refuseUntil(counted.resetsAt, now)
  }
}

async function refuseExhausted(database: Database, limits: Limit[], now: Date): Promise<void> {
  const known = await database.select().from(throttles).where(hasKey(limits))
  for (const { key, limit, seconds } of limits) {
    const found = known.find((row) => row.key === key)
    if (!found || found.count < limit) continue
    const left = found.resetsAt.getTime() - now.getTime()
    if (left > 0 && left <= seconds * 1000 + CLOCK_MARGIN) refuseUntil(found.resetsAt, now)
  }
}

function refuseUntil(resetsAt: Date, now: Date): never {
  const wait = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  refuse('too_many_requests', { retryAfter: wait, message: tooManyRequests(wait) })
}

/** Notes the key for so many seconds. Returns false, and changes nothing, while it is noted already. */
export async function noteOnce({ database, clock }: DatabaseContext, key: string, seconds: number): Promise<boolean> {
  const now = clock()
  const resetsAt = new Date(now.getTime() + seconds * 1000)
  const noted = await database
    .insert(throttles)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({ target: throttles.key, set: { resetsAt }, setWhere: lte(throttles.resetsAt, now) })
    .returning()
  return noted.length > 0
}

/** Takes back `countAttempt` after a successful attempt. */
export async function uncountAttempt({ database }: DatabaseContext, limits: Limit[]): Promise<void> {
  await database
    .update(throttles)
    .set({ count: sql`greatest(${throttles.count} - 1, 0)` })
    .where(hasKey(limits))
}

/** Forgets all attempts that were counted against these limits. */
export async function liftLimits({ database }: DatabaseContext, limits: Limit[]): Promise<void> {
  await database.delete(throttles).where(hasKey(limits))
}

function hasKey(limits: Limit[]): SQL {
  return inArray(
    throttles.key,
    limits.map((limit) => limit.key),
  )
}

export async function deleteExpiredThrottles({ database, clock }: DatabaseContext): Promise<void> {
  await database.delete(throttles).where(lt(throttles.resetsAt, clock()))
}
