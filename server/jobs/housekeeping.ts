import { deleteExpiredOneTimeTokens } from '#server/accounts/oneTimeTokens.ts'
import { deleteExpiredTokens } from '#server/accounts/tokens.ts'
import { eraseDeletedComments } from '#server/areas/commentChanges.ts'
import { historyList } from '#server/areas/history.ts'
import { notificationsList } from '#server/areas/notifications.ts'
import { deleteOldUserMetrics } from '#server/areas/userMetrics.ts'
import { watchlistList } from '#server/areas/watchlist.ts'
import { withdrawExpired } from '#server/catalogue/titleSources.ts'
import type { Connection } from '#server/database/connect.ts'
import { deleteExpiredThrottles } from '#server/http/throttle.ts'
import { expireOldNotifications } from '#server/notifications/notify.ts'
import { releaseTitles } from '#server/notifications/releaseTitles.ts'
import { openGateways, type PaymentContext } from '#server/payments/openGateways.ts'
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
 * Releases coming titles, deletes expired data, withdraws facts that may not be kept, and ends overdue orders. Rows of
 * comments, requests and likes stay, and the keys of the first two with them.
 */
export async function runHousekeeping(context: PaymentContext): Promise<void> {
  await releaseTitles(context)
  await deleteOldKeys(context)
  await deleteOldFences(context)
  await expireOldNotifications(context)
  for (const list of LISTS) await deleteOldTombstones(context, list)
  await eraseDeletedComments(context)
  await deleteExpiredTokens(context)
  await deleteExpiredOneTimeTokens(context)
  await deleteExpiredThrottles(context)
  await deleteOldUserMetrics(context)
  await withdrawExpired(context)
  await settleOverdue(context, openGateways(context))
}

/**
 * Runs housekeeping periodically, in one process at a time and without the limits of calls: deleting what a long pause has
 * left may take a while. Returns a function that stops it and waits for the current round.
 */
export function startHousekeeping(
  context: PaymentContext,
  { exclusively }: Pick<Connection, 'exclusively'>,
): () => Promise<void> {
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round
      .then(() => exclusively(({ database }) => runHousekeeping({ ...context, database })))
      .catch(ignoring('housekeeping'))
  }, INTERVAL)
  timer.unref()
  return () => {
    clearInterval(timer)
    return round
  }
}
