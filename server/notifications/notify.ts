import { and, isNull, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Notification } from '#contract/notifications.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import { nextVersion } from '#server/sync/fence.ts'

/** What the database says when something waits to be pushed. */
export const PUSHES_CHANNEL = 'parde_pushes'

/** So old news are no news, in ms. */
const NEWS_KEPT = 180 * 86_400_000

/** Something a person should hear of. */
export interface NotificationContent extends Pick<Notification, 'kind' | 'title'> {
  body?: string
  /** where in the app it leads */
  path?: string | null
  /** what it is about: a person hears of each occasion once, however often this is called; nothing: each time */
  occasion?: string
}

/** Tells a person something; says whether it was new to them. Inside a transaction hand in that as the database. */
export async function notify(
  { database, clock }: DatabaseContext,
  userId: number,
  news: NotificationContent,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const version = await nextVersion(transaction, userId)
    const made = await transaction
      .insert(notifications)
      .values({
        id: uuid(),
        userId,
        kind: news.kind,
        title: news.title,
        body: news.body ?? '',
        path: news.path ?? null,
        occasion: news.occasion ?? null,
        createdAt: clock(),
        version,
      })
      .onConflictDoNothing({ target: [notifications.userId, notifications.occasion] })
      .returning({ id: notifications.id })
    for (const { id } of made) await enqueuePushes(transaction, { userId, id, now: clock() })
    return made.length > 0
  })
}

/** Puts news on its way to each browser of a person that hears of it while the app is closed (`jobs/sendPushes.ts`). */
async function enqueuePushes(transaction: Database, { userId, id, now }: { userId: number; id: string; now: Date }) {
  const at = sql`${now.toISOString()}::timestamptz`
  await transaction.execute(sql`
    with sent as (
      insert into ${pushes} (subscription_id, notification_id, created_at, due_at)
      select id, ${id}, ${at}, ${at} from ${pushSubscriptions} where user_id = ${userId}
      returning 1
    )
    select pg_notify(${PUSHES_CHANNEL}, '') from sent limit 1`)
}

/** Makes tombstones of notifications that are too old to keep; devices hear of it as of any change. */
export async function expireOldNotifications({ database, clock }: DatabaseContext): Promise<void> {
  const now = clock()
  const old = and(lt(notifications.createdAt, new Date(now.getTime() - NEWS_KEPT)), isNull(notifications.deletedAt))
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
