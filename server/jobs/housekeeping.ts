import { clearWaysIn } from '#server/accounts/oneTimeTokens.ts'
import { clearExpiredTokens } from '#server/accounts/tokens.ts'
import { historyList } from '#server/areas/history.ts'
import { notificationsList } from '#server/areas/notifications.ts'
import { watchlistList } from '#server/areas/watchlist.ts'
import type { Database } from '#server/database/connect.ts'
import { clearThrottles } from '#server/http/throttle.ts'
import { dropOldNotifications } from '#server/notifications/notify.ts'
import { releaseTitles } from '#server/notifications/releaseTitles.ts'
import { gatewayOf } from '#server/payments/gateway.ts'
import { settleOverdue } from '#server/premium/settleOrder.ts'
import { clearFences } from '#server/sync/fence.ts'
import { clearKeys } from '#server/sync/idempotencyKeys.ts'
import { clearTombstones } from '#server/sync/syncedList.ts'

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
