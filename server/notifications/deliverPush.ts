import { and, eq, sql } from 'drizzle-orm'
import type { PushMessage } from '#contract/push.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { notificationSettings, pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { reportError } from '#server/platform/reportError.ts'
import { quietOf } from './notificationSettings.ts'
import { type Sent, sendPush } from './push/send.ts'
import type { PushSettings } from './push/settings.ts'
import { type Lease, releaseSubscription } from './pushQueue.ts'
import { quietUntil } from './quietHours.ts'
import { unreadCount } from './unread.ts'

/** First and longest delay after a failed delivery, in ms; doubled with each. */
const FIRST_RETRY = 30_000
const LONGEST_RETRY = 3_600_000
/** A subscription without a successful delivery for this long is removed, in ms (7 days). The app subscribes again. */
const FAILING_MAX = 7 * 86_400_000
/** A push that was not delivered for this long is dropped, in ms (3 days). */
const MAX_AGE = 3 * 86_400_000
/** An encrypted message must fit into 4096 bytes; limits of its texts, in characters. */
const TITLE_MAX = 200
const BODY_MAX = 300

/** The database, the time, and our identity for push services. */
export interface PushContext extends DatabaseContext {
  push: PushSettings
  metrics?: Metrics | undefined
}

/** Delivers a leased push and frees its subscription. Returns whether the push service accepted it. */
export async function deliverPush(context: PushContext, lease: Lease, stopped?: AbortSignal): Promise<boolean> {
  const { database, clock, push, metrics } = context
  const found = await look(database, lease)
  const now = clock()
  // Meanwhile signed out, read, deleted, outdated, or muted by the user.
  const isWanted =
    found &&
    !found.news.readAt &&
    !found.news.deletedAt &&
    now.getTime() - found.createdAt.getTime() <= MAX_AGE &&
    !found.settings?.muted.includes(found.news.kind)
  if (!isWanted) {
    await deletePush(database, lease)
    await freeSubscription(database, lease, now)
    return false
  }
  const { news, browser, settings } = found
  const quiet = quietUntil(settings ? quietOf(settings) : null, browser.utcOffset, now)
  if (quiet !== undefined) {
    await database.update(pushes).set({ dueAt: quiet }).where(only(lease))
    await freeSubscription(database, lease, now)
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
    stopped,
  }).catch((error: unknown): Sent => {
    reportError('A push failed and is retried', error)
    return { state: 'later', after: undefined }
  })
  if (!stopped?.aborted) metrics?.pushEnded(sent.state)
  if (sent.state === 'gone') await deleteSubscription(database, browser.id)
  else if (sent.state === 'later' && stopped?.aborted) await freeSubscription(database, lease, now)
  else if (sent.state === 'later') await backOff(context, browser, sent.after)
  else {
    await deletePush(database, lease)
    await releaseSubscription(context, browser.id)
  }
  return sent.state === 'taken'
}

async function backOff(
  { database, clock }: DatabaseContext,
  { id, failures, failingSince }: typeof pushSubscriptions.$inferSelect,
  after: number | undefined,
): Promise<void> {
  const now = clock()
  if (failingSince !== null && now.getTime() - failingSince.getTime() > FAILING_MAX) {
    return deleteSubscription(database, id)
  }
  const pause = Math.min(after ?? FIRST_RETRY * 2 ** Math.min(failures, 20), LONGEST_RETRY)
  await database
    .update(pushSubscriptions)
    .set({
      nextAt: new Date(now.getTime() + pause),
      failures: sql`${pushSubscriptions.failures} + 1`,
      failingSince: failingSince ?? now,
    })
    .where(eq(pushSubscriptions.id, id))
}

async function deleteSubscription(database: Database, id: number): Promise<void> {
  await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

/** Frees a subscription to which nothing was sent. */
async function freeSubscription(database: Database, { subscriptionId }: Lease, now: Date): Promise<void> {
  await database.update(pushSubscriptions).set({ nextAt: now }).where(eq(pushSubscriptions.id, subscriptionId))
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

function only({ subscriptionId, notificationId }: Lease) {
  return and(eq(pushes.subscriptionId, subscriptionId), eq(pushes.notificationId, notificationId))
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
