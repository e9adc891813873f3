import { deleteExpiredOneTimeTokens } from '#server/accounts/oneTimeTokens.ts'
import { deleteExpiredTokens } from '#server/accounts/tokens.ts'
import { eraseDeletedComments } from '#server/areas/commentChanges.ts'
import { historyList } from '#server/areas/history.ts'
import { notificationsList } from '#server/areas/notifications.ts'
import { deleteOldUserMetrics } from '#server/areas/userMetrics.ts'
import { watchlistList } from '#server/areas/watchlist.ts'
import { sweepOldPictures } from '#server/catalogue/storedPictures.ts'
import { withdrawExpired } from '#server/catalogue/titleSources.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { deleteExpiredThrottles } from '#server/http/throttle.ts'
import { expireOldNotifications } from '#server/notifications/notify.ts'
import { releaseTitles } from '#server/notifications/releaseTitles.ts'
import { notifyScheduledNews } from '#server/notifications/scheduledNews.ts'
import { openGateways, type PaymentContext } from '#server/payments/openGateways.ts'
import { openPictureFiles } from '#server/pictures/pictureFiles.ts'
import { settleOverdue } from '#server/premium/settleOrder.ts'
import type { Storage } from '#server/storage/storage.ts'
import { sweepLibrary } from '#server/stream/sweepFilms.ts'
import { deleteOldFences } from '#server/sync/fence.ts'
import { deleteOldKeys } from '#server/sync/idempotencyKeys.ts'
import { deleteOldTombstones } from '#server/sync/syncedList.ts'

/** Lists whose old tombstones are deleted. */
const LISTS = [watchlistList, historyList, notificationsList]

/**
 * Periodic tasks by name. Each is a job of its own, so one that fails does not stop the others. A run without work costs
 * one index lookup. Rows of comments, requests and likes stay, and the keys of the first two with them.
 */
export const TASKS: Readonly<Record<string, (context: PaymentContext) => Promise<unknown>>> = {
  releaseTitles,
  notifyScheduledNews,
  deleteOldKeys,
  deleteOldFences,
  expireOldNotifications,
  async deleteOldTombstones(context) {
    for (const list of LISTS) await deleteOldTombstones(context, list)
  },
  eraseDeletedComments,
  deleteExpiredTokens,
  deleteExpiredOneTimeTokens,
  deleteExpiredThrottles,
  deleteOldUserMetrics,
  withdrawExpired,
  settleOverdue: (context) => settleOverdue(context, openGateways(context)),
}

/** The database and the storage that sweeps compare. */
export interface SweepContext extends DatabaseContext {
  storage: Storage
}

/** Periodic tasks that list the storage, which may be a bucket. They run less often. */
export const SWEEPS: Readonly<Record<string, (context: SweepContext) => Promise<unknown>>> = {
  sweepFilms: ({ database, storage }) => sweepLibrary(database, storage),
  sweepPictures: ({ database, storage }) => sweepOldPictures(database, openPictureFiles(storage)),
}

/** The names of all periodic tasks. */
export const TASK_NAMES = Object.keys({ ...TASKS, ...SWEEPS })
