import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { NavigateRequest } from '#contract/workerMessages.ts'
import { watchUnread } from '#data/areas/watchUnread.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn, personalDatabaseOf } from '#data/database/personal.ts'
import { watchSession } from '#data/database/session.ts'
import { followServerEvents } from '#data/network/serverEvents.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { sameOriginPath } from '#data/platform/sameOriginPath.ts'
import { refreshPushRegistration } from '#data/session/push.ts'

/** A hidden tab keeps listening for this long, in ms, so that a short look at another tab does not reconnect. */
const HIDDEN_GRACE = 30_000

const expected = ignoring(...EXPECTED_ERRORS)

/**
 * Applies changes made elsewhere: refetches on server events, updates the app badge, and follows clicks on
 * notifications in this window.
 */
export function listenForChanges(client: QueryClient, navigate: (path: string) => void) {
  listenToServerEvents(() => refetchPersonalData(client))
  watchUnread((unread) => void showAppBadge(unread))
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const read = v.safeParse(NavigateRequest, data)
    const path = read.success ? sameOriginPath(read.output.path) : undefined
    if (path !== undefined) navigate(path)
    else void noteUnknownMessage(data)
  })
}

/** Listens while a user is signed in, the tab is visible and the browser is online. */
function listenToServerEvents(onChange: () => Promise<boolean>) {
  let userId: number | undefined
  let listening: { userId: number; controller: AbortController } | undefined
  let grace: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(grace)
    grace = undefined
    listening?.controller.abort()
    listening = undefined
  }
  const update = () => {
    if (listening && listening.userId !== userId) stop()
    if (userId === undefined || !navigator.onLine) return stop()
    if (document.visibilityState !== 'visible') {
      grace ??= listening && setTimeout(stop, HIDDEN_GRACE)
      return
    }
    clearTimeout(grace)
    grace = undefined
    if (listening) return
    const controller = new AbortController()
    listening = { userId, controller }
    void personalDatabaseOf(userId)
      .then((database) => followServerEvents(database, { changed: onChange, signal: controller.signal }))
      .catch(expected)
  }
  watchSession((session) => {
    userId = session?.status === 'active' ? session.user.id : undefined
    void refreshPushRegistration().catch(expected)
    update()
  })
  for (const name of ['online', 'offline', 'pageshow']) addEventListener(name, update)
  // A page in the back/forward cache must hold neither a request nor a lock.
  addEventListener('pagehide', stop)
  document.addEventListener('freeze', stop)
  document.addEventListener('resume', update)
  document.addEventListener('visibilitychange', update)
}

/** Refetches all personal data. Resolves to whether all of it is current. */
async function refetchPersonalData(client: QueryClient): Promise<boolean> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['user'] }),
    client.invalidateQueries({ queryKey: ['pull'], refetchType: 'active' }),
  ])
  return client
    .getQueryCache()
    .findAll({ queryKey: ['pull'], type: 'active' })
    .every(({ state }) => state.status === 'success' && !state.isInvalidated)
}

/** Ignores a message that no code of ours sends, and notes it in the journal. */
async function noteUnknownMessage(data: unknown) {
  const type: unknown = typeof data === 'object' && data !== null && 'type' in data ? data.type : typeof data
  // Workbox sends messages too.
  if (typeof type === 'string' && /^(CACHE_UPDATED|WINDOW_READY)$/.test(type)) return
  const database = await personalDatabaseIfSignedIn().catch(expected)
  if (database) await recordEvent(database, 'foreign message', String(type).slice(0, 100), clock.now())
}
