/// <reference lib="webworker" />
import * as v from 'valibot'
import { PushMessage } from '#contract/push.ts'
import type { GoTo } from '#contract/workerMessages.ts'
import { notificationsPull, unreadCount } from '#data/areas/notifications.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { clock } from '#data/platform/clock.ts'
import { sameOriginPath } from '#data/platform/sameOriginPath.ts'
import { refreshPushRegistration, removePushRegistration } from '#data/session/push.ts'
import { pushText } from '#text/push.ts'
import { sendOutbox } from './sendOutbox.ts'

declare const self: ServiceWorkerGlobalScope

const LIST = '/user/notifications'
/** The browser ends a worker that takes longer, in ms; what a push asks for is fetched in less. */
const MOST = 20_000

/** News from the server while no page is open, and taps on it. */
export function handlePush() {
  self.addEventListener('push', (event) => event.waitUntil(receive(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(sameOriginPath(pathOf(event.notification.data)) ?? LIST))
  })
  // The browser has exchanged its subscription for another: the server is told.
  self.addEventListener('pushsubscriptionchange', (event) =>
    (event as ExtendableEvent).waitUntil(refreshPushRegistration()),
  )
}

/**
 * Every push shows something: a browser takes the permission away from whoever is silent. What is not ours, or is for
 * somebody who is not signed in here, says only that there is news.
 */
async function receive(data: PushMessageData | null): Promise<void> {
  const read = v.safeParse(PushMessage, jsonOf(data))
  const session = await readSession().catch(() => undefined)
  const message = read.success && read.output.userId === session?.user.id ? read.output : undefined
  // A browser that shows nothing (the permission is gone meanwhile) holds nothing else up.
  await (message ? show(message) : showGeneral()).catch(() => recordForeignMessage('notification that was not shown'))
  if (message) await Promise.allSettled([fetchNews(message.unread), sendOutbox()])
  else if (read.success)
    await Promise.allSettled([recordForeignMessage('push for another person'), removePushRegistration()])
  else await recordForeignMessage('push that is none of ours')
}

function show({ id, title, body, path }: PushMessage): Promise<void> {
  // Of one piece of news there is one notification, however often it comes.
  return self.registration.showNotification(title, { ...LOOK, body, tag: id, data: { path } })
}

function showGeneral(): Promise<void> {
  return self.registration.showNotification(pushText.general, { ...LOOK, body: pushText.generalNote, tag: 'general' })
}

const LOOK = { icon: '/icon-192.png', lang: 'fa', dir: 'rtl' } as const

/** So that the app has it when it is opened, with a network or without. `unread`: what the server has counted. */
async function fetchNews(unread: number | null) {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  const isHere = await notificationsPull.refresh(database, { signal: AbortSignal.timeout(MOST) }).then(
    () => true,
    () => false,
  )
  const count = isHere ? await unreadCount() : unread
  if (count !== null) await showAppBadge(count)
}

/** In the window that was looked at last, else in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const page = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  // A window that cannot be brought forward has gone meanwhile.
  const focused = await page?.focus().catch(() => undefined)
  if (focused) focused.postMessage({ type: 'parde:go', path } satisfies GoTo)
  else await self.clients.openWindow(path)
}

/** For support: what came that nobody of ours has sent. */
export async function recordForeignMessage(what: string): Promise<void> {
  const database = await personalDatabaseIfSignedIn().catch(() => undefined)
  if (database) await recordEvent(database, 'foreign message', what, clock.now())
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

function pathOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string' ? data.path : null
}
