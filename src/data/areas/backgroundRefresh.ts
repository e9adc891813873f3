import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { restoreSession, SignedOut } from '#data/database/session.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { collections } from './collections.ts'
import { contactInfo } from './contact.ts'
import { genreTiles } from './genres.ts'
import { pulls } from './kinds.ts'
import { unreadCount } from './notifications.ts'
import { comingSoon, titleSearch } from './titles.ts'

/** Tag of the Periodic Background Sync registration. */
export const REFRESH_TAG = 'parde-freshen'
/** Minimum interval between refreshes, in ms (12 hours). */
export const REFRESH_INTERVAL = 12 * 3_600_000
const LAST_REFRESH_KEY = 'freshenedAt'

/**
 * Refreshes what users return for: their lists, notifications and the small lists of the menu (coming soon, categories,
 * collections, contact, dubbed), so that these open offline without having been opened before. The pages of listed titles are in
 * the offline pack (src/data/pack).
 * No-op if the last refresh is recent; skips optional content while the data saver is on. A refusal of one call does
 * not stop the others. The refresh counts as done if the server answered any call. Never throws; the next refresh
 * fetches what is missing.
 */
export async function refreshOfflineCopies(signal: AbortSignal): Promise<void> {
  try {
    if (await wasRefreshedRecently()) return
    let isServerReached = false
    const attempt = async (task: Promise<void>) => {
      if (await gotAnswer(task)) isServerReached = true
    }
    const database = await personalDatabaseIfSignedIn()
    const isSavingData = await isDataSaverOn()
    if (database && (await restoreSession()).token !== undefined) {
      await Promise.all(pulls.map((pull) => attempt(pull.refresh(database, { signal }))))
      await showAppBadge(await unreadCount())
    }
    if (!isSavingData) {
      await attempt(refreshRead(comingSoon({ type: 'all', page: 1 }), signal))
      await attempt(refreshRead(genreTiles(), signal))
      await attempt(refreshRead(collections(), signal))
      await attempt(refreshRead(contactInfo(), signal))
      await attempt(refreshRead(titleSearch({ order_by: 'newest', is_dubbed: true }), signal))
    }
    if (isServerReached) await (await device()).meta.put({ key: LAST_REFRESH_KEY, value: clock.now() })
  } catch (failure) {
    ignoring(...EXPECTED_ERRORS)(failure)
  }
}

/** Whether the last refresh is recent. A clock that was set back does not postpone the next one for ever. */
async function wasRefreshedRecently(): Promise<boolean> {
  const lastRefresh = await (await device()).meta.get(LAST_REFRESH_KEY)
  return typeof lastRefresh?.value === 'number' && isStillAhead(lastRefresh.value + REFRESH_INTERVAL, REFRESH_INTERVAL)
}

/**
 * Whether the server answered, refusals included. Throws if further calls would fail as well: no network, or no
 * storage.
 */
async function gotAnswer(task: Promise<void>): Promise<boolean> {
  try {
    await task
    return true
  } catch (failure) {
    if (failure instanceof Refused) return !failure.isForeign
    // One unreadable answer says nothing about the other calls; a signed-out user can still fetch public content.
    if (failure instanceof SignedOut || (failure instanceof Unreachable && failure.reason === 'foreign')) return false
    throw failure
  }
}

async function refreshRead<Data>(read: Read<Data>, signal: AbortSignal): Promise<void> {
  await read.store(await read.fetch({ signal, revalidate: true }))
}
