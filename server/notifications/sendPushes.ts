import { and, eq, sql } from 'drizzle-orm'
import type { PushMessage } from '#contract/push.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { notificationSettings, pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import { reportError } from '#server/platform/reportError.ts'
import { quietOf } from './notificationSettings.ts'
import { type Sent, sendPush } from './push/send.ts'
import type { PushSettings } from './push/settings.ts'
import { quietUntil } from './quietHours.ts'
import { unreadCount } from './unread.ts'

/** Pushes taken and sent at a time. */
const BATCH_SIZE = 10
/** A process that has not finished a push after this is considered dead, in ms. */
const LEASE = 60_000
/** First and longest delay between attempts, in ms. */
const FIRST_RETRY = 30_000
const LONGEST_RETRY = 3_600_000
/** A push that was not delivered for this long is dropped, in ms (3 days). */
const MAX_AGE = 3 * 86_400_000
/** An encrypted message must fit into 4096 bytes; limits of its texts, in characters. */
const TITLE_MAX = 200
const BODY_MAX = 300

interface JobContext extends DatabaseContext {
  push: PushSettings
}

/**
 * Sends all due pushes; returns how many were accepted. Any number of processes may run it: each leases pushes that no
 * other has, and an expired lease can be taken again. A push that is then sent twice is shown once by the device.
 */
export async function sendPushes(context: JobContext): Promise<number> {
  let lease = 0
  for (;;) {
    const due = await take(context)
    if (due.length === 0) return lease
    const sent = await Promise.all(due.map((push) => deliver(context, push)))
    lease += sent.filter(Boolean).length
  }
}

interface Lease {
  subscriptionId: number
  notificationId: string
  attempts: number
}

async function take({ database, clock }: JobContext): Promise<Lease[]> {
  const now = clock()
  const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
  const { rows } = await database.execute<{ subscription: number; notification: string; attempts: number }>(sql`
    with due as (
      select subscription_id, notification_id from ${pushes} where due_at <= ${at(now)}
      order by due_at, notification_id limit ${BATCH_SIZE} for update skip locked
    )
    update ${pushes} as push set due_at = ${at(new Date(now.getTime() + LEASE))}, attempts = attempts + 1
    from due where push.subscription_id = due.subscription_id and push.notification_id = due.notification_id
    returning push.subscription_id::double precision as subscription, push.notification_id as notification, push.attempts`)
  return rows.map(({ subscription, notification, attempts }) => ({
    subscriptionId: subscription,
    notificationId: notification,
    attempts,
  }))
}

/** Returns whether the push service accepted it. */
async function deliver({ database, clock, push }: JobContext, lease: Lease): Promise<boolean> {
  const found = await look(database, lease)
  const now = clock()
  // Meanwhile signed out, read, deleted, outdated, or muted by the user.
  if (!found || found.news.readAt || found.news.deletedAt || now.getTime() - found.createdAt.getTime() > MAX_AGE) {
    await deletePush(database, lease)
    return false
  }
  const { news, browser, settings } = found
  if (settings?.muted.includes(news.kind)) {
    await deletePush(database, lease)
    return false
  }
  const quiet = quietUntil(settings ? quietOf(settings) : null, browser.utcOffset, now)
  if (quiet !== undefined) {
    await updatePush(database, lease, { dueAt: quiet, attempts: lease.attempts - 1 })
    return false
  }
  const message: PushMessage = {
    userId: news.userId,
    id: news.id,
    kind: news.kind,
    title: cut(news.title, TITLE_MAX),
    body: cut(news.body, BODY_MAX),
    path: news.path,
    unread: await unreadCount(database, news.userId),
  }
  const sent = await sendPush(push, browser, {
    text: JSON.stringify(message),
    topic: news.id.replaceAll('-', ''),
  }).catch((error: unknown): Sent => {
    reportError('A push failed and is retried:', error)
    return { state: 'later', after: undefined }
  })
  if (sent.state === 'gone') await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, browser.id))
  else if (sent.state !== 'later') await deletePush(database, lease)
  else {
    const pause = Math.min(sent.after ?? FIRST_RETRY * 2 ** Math.min(lease.attempts - 1, 20), LONGEST_RETRY)
    await updatePush(database, lease, { dueAt: new Date(clock().getTime() + pause) })
  }
  return sent.state === 'taken'
}

async function look(database: Database, lease: Lease) {
  const [found] = await database
    .select({
      createdAt: pushes.createdAt,
      news: notifications,
      browser: pushSubscriptions,
      settings: notificationSettings,
    })
    .from(pushes)
    .innerJoin(notifications, eq(notifications.id, pushes.notificationId))
    .innerJoin(
      pushSubscriptions,
      // A browser that another user has taken over gets no pushes of the previous one.
      and(eq(pushSubscriptions.id, pushes.subscriptionId), eq(pushSubscriptions.userId, notifications.userId)),
    )
    .leftJoin(notificationSettings, eq(notificationSettings.userId, notifications.userId))
    .where(only(lease))
  return found
}

async function deletePush(database: Database, lease: Lease): Promise<void> {
  await database.delete(pushes).where(only(lease))
}

async function updatePush(database: Database, lease: Lease, set: { dueAt: Date; attempts?: number }): Promise<void> {
  await database.update(pushes).set(set).where(only(lease))
}

function only({ subscriptionId, notificationId }: Lease) {
  return and(eq(pushes.subscriptionId, subscriptionId), eq(pushes.notificationId, notificationId))
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
