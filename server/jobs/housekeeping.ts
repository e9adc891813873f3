import { deleteExpiredOneTimeTokens } from '#server/accounts/oneTimeTokens.ts'
import { deleteExpiredTokens } from '#server/accounts/tokens.ts'
import { historyList } from '#server/areas/history.ts'
import { notificationsList } from '#server/areas/notifications.ts'
import { watchlistList } from '#server/areas/watchlist.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { deleteExpiredThrottles } from '#server/http/throttle.ts'
import { expireOldNotifications } from '#server/notifications/notify.ts'
import { releaseTitles } from '#server/notifications/releaseTitles.ts'
import { openGateway } from '#server/payments/openGateway.ts'
import { ignoring } from '#server/platform/reportError.ts'
import { settleOverdue } from '#server/premium/settleOrder.ts'
import { deleteOldFences } from '#server/sync/fence.ts'
import { deleteOldKeys } from '#server/sync/idempotencyKeys.ts'
import { deleteOldTombstones } from '#server/sync/syncedList.ts'

/** Interval in ms; a round without work costs one index lookup per task. */
const INTERVAL = 10 * 60_000

/** Lists whose old tombstones are deleted. */
const LISTS = [watchlistList, historyList, notificationsList]

/**
 * Releases coming titles, deletes expired data and ends overdue orders. Comments and requests stay, and their keys with
 * them.
 */
export async function runHousekeeping(context: DatabaseContext): Promise<void> {
  await releaseTitles(context)
  await deleteOldKeys(context)
  await deleteOldFences(context)
  await expireOldNotifications(context)
  for (const list of LISTS) await deleteOldTombstones(context, list)
  await deleteExpiredTokens(context)
  await deleteExpiredOneTimeTokens(context)
  await deleteExpiredThrottles(context)
  await settleOverdue(context, openGateway(context))
}

/** Runs housekeeping periodically. Returns a function that stops it and waits for the current round. */
export function startHousekeeping(context: DatabaseContext): () => Promise<void> {
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(() => runHousekeeping(context)).catch(ignoring('housekeeping'))
  }, INTERVAL)
  timer.unref()
  return () => {
    clearInterval(timer)
    return round
  }
}
