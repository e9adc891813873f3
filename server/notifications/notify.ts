import { and, isNull, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Notification } from '#contract/notifications.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { JOBS_CHANNEL } from '#server/database/jobQueue.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import { nextVersion } from '#server/sync/fence.ts'

/** The kind of pushes on `JOBS_CHANNEL`. */
export const PUSH = 'push'

/** Notifications expire after this, in ms. */
const NOTIFICATION_RETENTION = 180 * 86_400_000

/** A notification for a user. */
export interface NotificationContent extends Pick<Notification, 'kind' | 'title'> {
  body?: string
  /** path in the app */
  path?: string | null
  /** what the notification is about: a user is notified once per occasion. Without it, every call notifies. */
  occasion?: string
}

/**
 * Notifies a user. Returns false if the occasion was known. Inside a transaction pass the transaction as the database.
 */
export async function notify(
  { database, clock }: DatabaseContext,
  userId: number,
  content: NotificationContent,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const version = await nextVersion(transaction, userId)
    const created = await transaction
      .insert(notifications)
      .values({
        id: uuid(),
        userId,
        kind: content.kind,
        title: content.title,
        body: content.body ?? '',
        path: content.path ?? null,
        occasion: content.occasion ?? null,
        createdAt: clock(),
        version,
      })
      .onConflictDoNothing({ target: [notifications.userId, notifications.occasion] })
      .returning({ id: notifications.id })
    for (const { id } of created) await enqueuePushes(transaction, { userId, id, now: clock() })
    return created.length > 0
  })
}

/** Queues a push for each subscribed browser of the user (`server/notifications/sendPushes.ts`). */
async function enqueuePushes(transaction: Database, { userId, id, now }: { userId: number; id: string; now: Date }) {
  const at = sql`${now.toISOString()}::timestamptz`
  await transaction.execute(sql`
    with sent as (
      insert into ${pushes} (subscription_id, notification_id, created_at, due_at)
      select id, ${id}, ${at}, ${at} from ${pushSubscriptions} where user_id = ${userId}
      returning 1
    )
    select pg_notify(${JOBS_CHANNEL}, ${PUSH}) from sent limit 1`)
}

/** Turns expired notifications into tombstones, which devices receive like any change. */
export async function expireOldNotifications({ database, clock }: DatabaseContext): Promise<void> {
  const now = clock()
  const old = and(
    lt(notifications.createdAt, new Date(now.getTime() - NOTIFICATION_RETENTION)),
    isNull(notifications.deletedAt),
  )
  const people = await database.selectDistinct({ userId: notifications.userId }).from(notifications).where(old)
  for (const { userId } of people) {
    await database.transaction(async (transaction) => {
      const version = await nextVersion(transaction, userId)
      await transaction
        .update(notifications)
        .set({ deletedAt: now, version })
        .where(and(old, sql`${notifications.userId} = ${userId}`))
    })
  }
}
