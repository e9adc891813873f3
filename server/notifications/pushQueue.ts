import { and, count, eq, gt, inArray, lte, min, or, sql } from 'drizzle-orm'
import type { DatabaseContext } from '#server/database/connect.ts'
import { pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import type { Queue } from '#server/platform/metrics.ts'

/** A process that has not finished a push after this is considered dead, in ms. */
const LEASE = 60_000
/** Longer than quiet hours and delays: a later time comes from a clock that was wrong. */
const LONGEST_WAIT = sql.raw("interval '25 hours'")
/** Subscriptions that are looked at for the next deliveries. */
const WINDOW = 100

/** A push that this process delivers: no other process delivers to its subscription meanwhile. */
export interface Lease {
  subscriptionId: number
  notificationId: string
  /** host of the push service */
  host: string
  userId: number
  /** whether the last delivery to the subscription failed */
  isFailing: boolean
}

/** Subscriptions to leave out. */
export interface Excluded {
  hosts: readonly string[]
  users: readonly number[]
  failing: boolean
}

/** The first due push of each free subscription, earliest first, those that failed last. */
export async function findDue({ database, clock }: DatabaseContext, excluded: Excluded): Promise<Lease[]> {
  const now = sql`${clock().toISOString()}::timestamptz`
  const hostOf = sql`split_part(subscription.endpoint, '/', 3)`
  const { rows } = await database.execute<{
    subscription: number
    notification: string
    host: string
    user: number
    failing: boolean
  }>(sql`
    select push.subscription_id::double precision as subscription, push.notification_id as notification,
      ${hostOf} as host, subscription.user_id::double precision as user, subscription.failures > 0 as failing
    from ${pushes} as push
    join ${pushSubscriptions} as subscription
      on subscription.id = push.subscription_id
        and (subscription.next_at <= ${now} or subscription.next_at > ${now} + ${LONGEST_WAIT})
    where (push.due_at <= ${now} or push.due_at > ${now} + ${LONGEST_WAIT})
      ${excluded.failing ? sql`and subscription.failures = 0` : sql``}
      ${excluded.hosts.length > 0 ? sql`and ${hostOf} not in ${excluded.hosts}` : sql``}
      ${excluded.users.length > 0 ? sql`and subscription.user_id not in ${excluded.users}` : sql``}
      and not exists (
        select 1 from ${pushes} as earlier where earlier.subscription_id = push.subscription_id
          and (earlier.due_at, earlier.notification_id) < (push.due_at, push.notification_id)
      )
    order by subscription.failures > 0, push.due_at, push.notification_id
    limit ${WINDOW}`)
  return rows.map(({ subscription, notification, host, user, failing }) => ({
    ...{ subscriptionId: subscription, notificationId: notification, host, userId: user, isFailing: failing },
  }))
}

/** The number of pushes that are due, in all processes, and how long the first has been due, in seconds. */
export async function duePushes({ database, clock }: DatabaseContext): Promise<Queue> {
  const now = clock()
  const [row] = await database
    .select({ length: count(), first: min(pushes.dueAt) })
    .from(pushes)
    .where(lte(pushes.dueAt, now))
  return { length: row?.length ?? 0, age: row?.first ? Math.max(0, now.getTime() - row.first.getTime()) / 1_000 : 0 }
}

/** Leases subscriptions; returns those that no other process has leased first. */
export async function leasePushes({ database, clock }: DatabaseContext, due: readonly Lease[]): Promise<Lease[]> {
  if (due.length === 0) return []
  const now = clock()
  const leased = await database
    .update(pushSubscriptions)
    .set({ nextAt: new Date(now.getTime() + LEASE) })
    .where(
      and(
        inArray(
          pushSubscriptions.id,
          due.map(({ subscriptionId }) => subscriptionId),
        ),
        or(
          lte(pushSubscriptions.nextAt, now),
          gt(pushSubscriptions.nextAt, sql`${now.toISOString()}::timestamptz + ${LONGEST_WAIT}`),
        ),
      ),
    )
    .returning({ id: pushSubscriptions.id })
  const ids = new Set(leased.map(({ id }) => id))
  return due.filter(({ subscriptionId }) => ids.has(subscriptionId))
}

/** Frees a subscription after a delivery that says nothing bad about it. */
export async function releaseSubscription({ database, clock }: DatabaseContext, id: number): Promise<void> {
  await database
    .update(pushSubscriptions)
    .set({ nextAt: clock(), failures: 0, failingSince: null })
    .where(eq(pushSubscriptions.id, id))
}
