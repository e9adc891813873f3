import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { restoreSession, SignedOut } from '#data/database/session.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { clock, isStillAhead, pastOrZero } from '#data/platform/clock.ts'
import { pulls } from './kinds.ts'
import { unreadCount } from './notifications.ts'
import { comingSoon, title } from './titles.ts'

/** Under this name the browser is asked to wake the worker from time to time (Periodic Background Sync). */
export const REFRESH_TAG = 'parde-freshen'
/** Not more often than this, in ms (12 hours). */
export const REFRESH_INTERVAL = 12 * 3_600_000
/** A title's page fetched within this time, in ms (3 days), is fresh enough. */
const FRESH = 3 * 86_400_000
/** So many pages of saved titles come at a time, the ones never opened first: a phone's network is not ours alone. */
const MOST = 12
/** Of a long list the newest are looked at. */
const LOOKED_AT = 200
const DONE = 'freshenedAt'

/**
 * Brings up to date what a person comes back for: lists, news, what is to come, and the pages of saved titles, so that
 * they open without a network though nobody has opened them. Does nothing when it was done lately, nor with what is
 * dispensable while data are spared. What the server refuses keeps nothing else from coming, and unless it said anything this
 * was not done. Never throws: what did not come comes the next time.
 */
export async function refreshOfflineCopies(signal: AbortSignal): Promise<void> {
  try {
    if (await isDone()) return
    let isReached = false
    const attempt = async (work: Promise<void>) => {
      if (await isAnswered(work)) isReached = true
    }
    const database = await personalDatabaseIfSignedIn()
    const spares = await isDataSaverOn()
    if (database && (await restoreSession()).token !== undefined) {
      await Promise.all(pulls.map((pull) => attempt(pull.refresh(database, { signal }))))
      await showAppBadge(await unreadCount())
      if (!spares) for (const id of await staleTitles(database)) await attempt(renew(title(id), signal))
    }
    if (!spares) await attempt(renew(comingSoon({ type: 'all', page: 1 }), signal))
    if (isReached) await (await device()).meta.put({ key: DONE, value: clock.now() })
  } catch {
    // Out of reach, out of time or out of room.
  }
}

/** Whether it was done lately; a clock that was set back does not make it wait for ever. */
async function isDone(): Promise<boolean> {
  const kept = await (await device()).meta.get(DONE)
  return typeof kept?.value === 'number' && isStillAhead(kept.value + REFRESH_INTERVAL, REFRESH_INTERVAL)
}

/**
 * Whether the server has answered, be it with a refusal. Throws where it is of no use to go on: what met silence, or no room, would meet
 * the same again.
 */
async function isAnswered(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (failure) {
    if (failure instanceof Refused) return !failure.isForeign
    // Of one answer that nobody can read the others are none the worse; nor is what everybody may have of who is signed out.
    if (failure instanceof SignedOut || (failure instanceof Unreachable && failure.reason === 'foreign')) return false
    throw failure
  }
}

async function renew<Data>(read: Read<Data>, signal: AbortSignal): Promise<void> {
  await read.store(await read.fetch({ signal, revalidate: true }))
}

/** Saved titles whose page is not here or is old. */
async function staleTitles({ watchlist }: PersonalDatabase): Promise<number[]> {
  const saved = await watchlist.orderBy('savedAt').reverse().limit(LOOKED_AT).primaryKeys()
  const pages = await (await device()).titles.bulkGet(saved.map(String))
  const since = clock.now() - FRESH
  const found = saved.map((id, place) => ({ id, at: pastOrZero(pages[place]?.at ?? 0) })).filter(({ at }) => at < since)
  return found
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MOST)
    .map(({ id }) => id)
}
