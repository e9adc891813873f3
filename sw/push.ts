/// <reference lib="webworker" />

import * as v from 'valibot'
import { PushMessage } from '#contract/push.ts'
import type { NavigateRequest } from '#contract/workerMessages.ts'
import { notificationsPull, unreadCount } from '#data/areas/notifications.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { sameOriginPath } from '#data/platform/sameOriginPath.ts'
import { refreshPushRegistration, removePushRegistration } from '#data/session/push.ts'
import { pushText } from '#text/push.ts'
import { waitUntil } from './waitUntil.ts'

declare const self: ServiceWorkerGlobalScope

const expected = ignoring(...EXPECTED_ERRORS, 'OutboxNotEmpty')

const LIST = '/user/notifications'
/** Browsers terminate a worker that takes longer, in ms; the fetches of a push take less. */
const TIME_LIMIT = 20_000

/** Handles push messages and clicks on notifications. A push is also an occasion to send the outbox. */
export function handlePush(sendOutbox: () => Promise<void>) {
  self.addEventListener('push', (event) => waitUntil(event, receive(event.data, sendOutbox)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    waitUntil(event, open(sameOriginPath(pathOf(event.notification.data)) ?? LIST))
  })
  // The browser replaced its subscription: register it at the server.
  self.addEventListener('pushsubscriptionchange', (event) =>
    waitUntil(event as ExtendableEvent, refreshPushRegistration()),
  )
}

/**
 * Shows a notification for every push: browsers revoke the permission otherwise. A foreign message, or one for a user
 * who is not signed in here, is shown as a general notice.
 */
async function receive(data: PushMessageData | null, sendOutbox: () => Promise<void>): Promise<void> {
  const read = v.safeParse(PushMessage, jsonOf(data))
  const session = await readSession().catch(ignoring(...STORAGE_ERRORS))
  const message = read.success && read.output.userId === session?.user.id ? read.output : undefined
  // Showing fails without permission; fetching the news continues.
  await (message ? show(message) : showGeneral()).catch((failure: unknown) => {
    ignoring('TypeError')(failure)
    return recordForeignMessage('notification that was not shown')
  })
  if (message) await Promise.all([fetchNews(message.unread).catch(expected), sendOutbox().catch(expected)])
  else if (read.success)
    await Promise.all([
      recordForeignMessage('push for another person').catch(expected),
      removePushRegistration().catch(expected),
    ])
  else await recordForeignMessage('push that is none of ours')
}

function show({ id, title, body, path }: PushMessage): Promise<void> {
  // The tag replaces an earlier notification of the same message.
  return self.registration.showNotification(title, { ...LOOK, body, tag: id, data: { path } })
}

function showGeneral(): Promise<void> {
  return self.registration.showNotification(pushText.general, { ...LOOK, body: pushText.generalNote, tag: 'general' })
}

const LOOK = { icon: '/icon-192.png', lang: 'fa', dir: 'rtl' } as const

/** Fetches the notification list, so that it opens offline. `unread`: the server's count. */
async function fetchNews(unread: number | null) {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  const isHere = await notificationsPull
    .refresh(database, { signal: AbortSignal.timeout(TIME_LIMIT) })
    .then(() => true, expected)
  const count = isHere ? await unreadCount() : unread
  if (count !== null) await showAppBadge(count)
}

/** Opens the path in the last focused window, or in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const page = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  // A window that cannot be focused was closed meanwhile.
  const focused = await page
    ?.focus()
    .catch(ignoring('InvalidAccessError', 'InvalidStateError', 'NotFoundError', 'TypeError'))
  if (focused) focused.postMessage({ type: 'parde:go', path } satisfies NavigateRequest)
  else await self.clients.openWindow(path)
}

/** Records a message that the app did not send, for support. */
export async function recordForeignMessage(what: string): Promise<void> {
  const database = await personalDatabaseIfSignedIn().catch(ignoring(...STORAGE_ERRORS))
  if (database) await recordEvent(database, 'foreign message', what, clock.now())
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch (failure) {
    return ignoring('SyntaxError')(failure)
  }
}

function pathOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string' ? data.path : null
}
