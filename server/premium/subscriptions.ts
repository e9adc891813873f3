import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Subscription } from '#contract/account.ts'
import type { JoinKind } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { subscriptions } from '#server/database/schema/premium.ts'
import { nextVersion } from '#server/sync/fence.ts'

const DAY = 86_400_000

/** A user's current subscription and the number of reserved ones; null without one. */
export async function subscriptionOf(database: Database, userId: number, now: Date): Promise<Subscription | null> {
  const [current, ...reserved] = await running(database, userId, now)
  if (!current) return null
  const { planId, planName, endsAt } = current
  return { planId, planName, endsAt: endsAt.toISOString(), reserved: reserved.length }
}

/** Whether a user may access premium content. The only place that decides this. */
export async function isPremium(database: Database, user: { id: number } | null, now: Date): Promise<boolean> {
  return user !== null && (await running(database, user.id, now)).length > 0
}

/** The end of the user's uninterrupted premium time; null for other users. */
export async function paidUntil(database: Database, userId: number, now: Date): Promise<Date | null> {
  return (await running(database, userId, now)).at(-1)?.endsAt ?? null
}

/** Locks a user's orders and subscriptions until the transaction ends. */
export async function lockUser(transaction: Database, userId: number): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

interface Bought {
  userId: number
  orderId: number
  kind: JoinKind
  planId: number
  planName: string
  days: number
}

/**
 * Grants an order's subscription and returns its period. A reserved one starts after all others. A joined one starts
 * now, the rest of the current one is added to it, and reserved ones move back, so that no paid day is lost and no gap
 * appears. The caller's transaction has locked the user.
 */
export async function grantSubscription(
  transaction: Database,
  { userId, orderId, kind, planId, planName, days }: Bought,
  now: Date,
): Promise<{ startsAt: Date; endsAt: Date }> {
  // Notifies the user's other tabs and devices.
  await nextVersion(transaction, userId)
  const theirs = await running(transaction, userId, now)
  const [current] = theirs
  const last = theirs.at(-1)
  const length = days * DAY
  const write = async (startsAt: Date, endsAt: Date) => {
    await transaction.insert(subscriptions).values({ userId, orderId, planId, planName, startsAt, endsAt })
    return { startsAt, endsAt }
  }
  if (!current || !last) return write(now, later(now, length))
  if (kind === 'reserve') return write(last.endsAt, later(last.endsAt, length))
  const by = sql`make_interval(days => ${days})`
  await transaction
    .update(subscriptions)
    .set({ startsAt: sql`${subscriptions.startsAt} + ${by}`, endsAt: sql`${subscriptions.endsAt} + ${by}` })
    .where(and(eq(subscriptions.userId, userId), gte(subscriptions.startsAt, current.endsAt)))
  await transaction.update(subscriptions).set({ endsAt: now }).where(eq(subscriptions.id, current.id))
  return write(now, later(current.endsAt, length))
}

/** Ends the current subscription and the reserved ones now. The caller's transaction has locked the user. */
export async function endSubscriptions(transaction: Database, userId: number, now: Date): Promise<void> {
  // Notifies the user's devices.
  await nextVersion(transaction, userId)
  await transaction
    .update(subscriptions)
    .set({ startsAt: sql`least(${subscriptions.startsAt}, ${now.toISOString()}::timestamptz)`, endsAt: now })
    .where(and(eq(subscriptions.userId, userId), gt(subscriptions.endsAt, now)))
}

/** The current one first, then the reserved ones. */
function running(database: Database, userId: number, now: Date) {
  return database
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), gt(subscriptions.endsAt, now)))
    .orderBy(asc(subscriptions.startsAt))
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
