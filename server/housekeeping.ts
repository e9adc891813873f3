import { historyList } from './areas/history.ts'
import { notificationsList } from './areas/notifications.ts'
import { watchlistList } from './areas/watchlist.ts'
import type { Database } from './database/connect.ts'
import { clearKeys } from './mutationKeys.ts'
import { clearFences } from './mutationOrder.ts'
import { dropOldNotifications } from './notify.ts'
import { gatewayOf } from './payments/gateway.ts'
import { clearTombstones } from './personalList.ts'
import { settleOverdue } from './premium/settle.ts'
import { releaseTitles } from './releases.ts'
import { clearThrottles } from './throttle.ts'
import { clearExpiredTokens } from './tokens.ts'
import { clearWaysIn } from './waysIn.ts'

/** In ms; a round with nothing to do costs a look at an index for each kind of thing. */
const EVERY = 10 * 60_000

/** Whose tombstones are told for a time and then cleared away. */
const LISTS = [watchlistList, historyList, notificationsList]

interface Frame {
  database: Database
  clock: () => Date
}

/**
 * Shows what is released today, and clears away what has had its time: keys after 30 days, notifications after half a
 * year, tombstones after 90 days, tokens, mailed ways back, what Telegram vouched for, counted attempts. Ends orders whose
 * time to be paid is over. Comments and requests stay, and their keys with them.
 */
export async function keepHouse(frame: Frame): Promise<void> {
  await releaseTitles(frame)
  await clearKeys(frame)
  await clearFences(frame)
  await dropOldNotifications(frame)
  for (const list of LISTS) await clearTombstones(frame, list)
  await clearExpiredTokens(frame)
  await clearWaysIn(frame)
  await clearThrottles(frame)
  await settleOverdue(frame, gatewayOf(frame))
}

/** Keeps house now and then; answers how to stop, which waits for a round under way. */
export function startHousekeeping(frame: Frame): () => Promise<void> {
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round
      .then(() => keepHouse(frame))
      .catch((error: unknown) => console.error('clearing away failed, tried again later:', error))
  }, EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
    return round
  }
}
