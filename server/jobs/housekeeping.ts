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
import { settleOverdue } from '#server/premium/settleOrder.ts'
import { deleteOldFences } from '#server/sync/fence.ts'
import { deleteOldKeys } from '#server/sync/idempotencyKeys.ts'
import { deleteOldTombstones } from '#server/sync/syncedList.ts'

/** In ms; a round with nothing to do costs a look at an index for each kind of thing. */
const EVERY = 10 * 60_000

/** Whose tombstones are told for a time and then cleared away. */
const LISTS = [watchlistList, historyList, notificationsList]

/**
 * Shows what is released today, and clears away what has had its time: keys after 30 days, notifications after half a
 * year, tombstones after 90 days, tokens, mailed ways back, what Telegram vouched for, counted attempts. Ends orders whose
 * time to be paid is over. Comments and requests stay, and their keys with them.
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

/** Keeps house now and then; answers how to stop, which waits for a round under way. */
export function startHousekeeping(context: DatabaseContext): () => Promise<void> {
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round
      .then(() => runHousekeeping(context))
      .catch((error: unknown) => console.error('clearing away failed, tried again later:', error))
  }, EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
    return round
  }
}
