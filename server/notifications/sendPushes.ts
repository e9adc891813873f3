import { and, eq, sql } from 'drizzle-orm'
import type { PushMessage } from '#contract/push.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { notificationSettings, pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import { quietOf } from './notificationSettings.ts'
import { type Sent, sendPush } from './push/send.ts'
import type { PushSettings } from './push/settings.ts'
import { quietUntil } from './quietHours.ts'
import { unreadCount } from './unread.ts'

/** Taken at a time, and sent at once. */
const PIECE = 10
/** Whoever has taken one and not said what became of it for this long has died, in ms. */
const LEASE = 60_000
/** Between the tries of a push service that does not take it, in ms: the first, and the longest. */
const AGAIN = 30_000
const AGAIN_MAX = 3_600_000
/** What could not be handed over for this long is no news any more, in ms (3 days). */
const OLD = 3 * 86_400_000
/** A message must fit 4096 bytes when sealed; so much of the words, in characters. */
const TITLE_MAX = 200
const BODY_MAX = 300

interface JobContext extends DatabaseContext {
  push: PushSettings
}

/**
 * Hands everything that is due to the push services. Any number of processes may do so at once: each takes what no other
 * has taken, and what one has taken and not ended is taken again when its lease is over. Should that send something
 * twice, the device shows it once. Answers how many were handed over.
 */
export async function sendPushes(context: JobContext): Promise<number> {
  let taken = 0
  for (;;) {
    const due = await take(context)
    if (due.length === 0) return taken
    const sent = await Promise.all(due.map((push) => deliver(context, push)))
    taken += sent.filter(Boolean).length
  }
}

interface Taken {
  subscriptionId: number
  notificationId: string
  attempts: number
}

async function take({ database, clock }: JobContext): Promise<Taken[]> {
  const now = clock()
  const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
  const { rows } = await database.execute<{ subscription: number; notification: string; attempts: number }>(sql`
    with due as (
      select subscription_id, notification_id from ${pushes} where due_at <= ${at(now)}
      order by due_at, notification_id limit ${PIECE} for update skip locked
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

/** Answers whether it was handed over. */
async function deliver({ database, clock, push }: JobContext, taken: Taken): Promise<boolean> {
  const found = await look(database, taken)
  const now = clock()
  // Meanwhile signed out, read elsewhere, taken back, too old, or of a kind that the person does not want to be told of.
  if (!found || found.news.readAt || found.news.deletedAt || now.getTime() - found.createdAt.getTime() > OLD) {
    await drop(database, taken)
    return false
  }
  const { news, browser, settings } = found
  if (settings?.muted.includes(news.kind)) {
    await drop(database, taken)
    return false
  }
  const quiet = quietUntil(settings ? quietOf(settings) : null, browser.utcOffset, now)
  if (quiet !== undefined) {
    await put(database, taken, { dueAt: quiet, attempts: taken.attempts - 1 })
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
    console.error('a push could not be sent, tried again later:', error)
    return { state: 'later', after: undefined }
  })
  if (sent.state === 'gone') await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, browser.id))
  else if (sent.state !== 'later') await drop(database, taken)
  else {
    const pause = Math.min(sent.after ?? AGAIN * 2 ** Math.min(taken.attempts - 1, 20), AGAIN_MAX)
    await put(database, taken, { dueAt: new Date(clock().getTime() + pause) })
  }
  return sent.state === 'taken'
}

async function look(database: Database, taken: Taken) {
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
      // A browser that somebody else has taken over hears nothing of the one before.
      and(eq(pushSubscriptions.id, pushes.subscriptionId), eq(pushSubscriptions.userId, notifications.userId)),
    )
    .leftJoin(notificationSettings, eq(notificationSettings.userId, notifications.userId))
    .where(only(taken))
  return found
}

async function drop(database: Database, taken: Taken): Promise<void> {
  await database.delete(pushes).where(only(taken))
}

async function put(database: Database, taken: Taken, set: { dueAt: Date; attempts?: number }): Promise<void> {
  await database.update(pushes).set(set).where(only(taken))
}

function only({ subscriptionId, notificationId }: Taken) {
  return and(eq(pushes.subscriptionId, subscriptionId), eq(pushes.notificationId, notificationId))
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
