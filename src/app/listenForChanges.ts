import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { GoTo } from '#contract/workerMessages.ts'
import { watchUnread } from '#data/areas/watchUnread.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn, personalDatabaseOf } from '#data/database/personal.ts'
import { watchSession } from '#data/database/session.ts'
import { followServerEvents } from '#data/network/serverEvents.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { clock } from '#data/platform/clock.ts'
import { sameOriginPath } from '#data/platform/sameOriginPath.ts'
import { refreshPushRegistration } from '#data/session/push.ts'

/** Hidden for no longer than this, a tab goes on listening, in ms: one looks at another for a moment. */
const GRACE = 30_000

/**
 * What changes elsewhere shows here without anybody's doing, the app's icon says how much is new, and a tapped
 * notification leads this very page to what it is about.
 */
export function listenForChanges(client: QueryClient, go: (path: string) => void) {
  listenToServerEvents(() => fetchAll(client))
  watchUnread((unread) => void showAppBadge(unread))
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const read = v.safeParse(GoTo, data)
    const path = read.success ? sameOriginPath(read.output.path) : undefined
    if (path !== undefined) go(path)
    else void noteUnknownMessage(data)
  })
}

/** Listens while somebody is signed in, the tab is looked at and the browser knows of a network. */
function listenToServerEvents(changed: () => Promise<boolean>) {
  let userId: number | undefined
  let listening: { userId: number; stop: AbortController } | undefined
  let grace: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(grace)
    grace = undefined
    listening?.stop.abort()
    listening = undefined
  }
  const look = () => {
    if (listening && listening.userId !== userId) stop()
    if (userId === undefined || !navigator.onLine) return stop()
    if (document.visibilityState !== 'visible') {
      grace ??= listening && setTimeout(stop, GRACE)
      return
    }
    clearTimeout(grace)
    grace = undefined
    if (listening) return
    const signal = new AbortController()
    listening = { userId, stop: signal }
    void personalDatabaseOf(userId)
      .then((database) => followServerEvents(database, { changed, signal: signal.signal }))
      .catch(() => undefined)
  }
  watchSession((session) => {
    userId = session?.status === 'active' ? session.user.id : undefined
    void refreshPushRegistration().catch(() => undefined)
    look()
  })
  for (const name of ['online', 'offline', 'pageshow']) addEventListener(name, look)
  // A page in the back/forward cache must hold neither a request nor a lock.
  addEventListener('pagehide', stop)
  document.addEventListener('freeze', stop)
  document.addEventListener('resume', look)
  document.addEventListener('visibilitychange', look)
}

/** Brings everything of the person's up to date; says whether it is. */
async function fetchAll(client: QueryClient): Promise<boolean> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['user'] }),
    client.invalidateQueries({ queryKey: ['pull'], refetchType: 'active' }),
  ])
  return client
    .getQueryCache()
    .findAll({ queryKey: ['pull'], type: 'active' })
    .every(({ state }) => state.status === 'success' && !state.isInvalidated)
}

/** Nobody of ours says such a thing: let go, and told to support. */
async function noteUnknownMessage(data: unknown) {
  const type: unknown = typeof data === 'object' && data !== null && 'type' in data ? data.type : typeof data
  // The worker's own library speaks to the page as well.
  if (typeof type === 'string' && /^(CACHE_UPDATED|WINDOW_READY)$/.test(type)) return
  const database = await personalDatabaseIfSignedIn().catch(() => undefined)
  if (database) await recordEvent(database, 'foreign message', String(type).slice(0, 100), clock.now())
}
