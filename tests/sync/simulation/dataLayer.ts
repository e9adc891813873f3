/** The parts of the data layer and the service worker that the model calls. Each run of its bundle is one simulated process. */
export { changeComment } from '#data/areas/commentChanges.ts'
export { isCommentLiked, reportComment, setCommentLiked } from '#data/areas/commentReactions.ts'
export { sendComment } from '#data/areas/comments.ts'
export { startDrainer } from '#data/areas/drain.ts'
export { removeFromHistory, setHidden, setPosition, setWatched, watchedState } from '#data/areas/history.ts'
export { importHistory } from '#data/areas/importHistory.ts'
export { importWatchlist } from '#data/areas/imports.ts'
export { pulls } from '#data/areas/kinds.ts'
export { notificationSettings, setNotificationSetting, settingsPull } from '#data/areas/notificationSettings.ts'
export { myNotifications, setRead } from '#data/areas/notifications.ts'
export { discardMutation, retryMutation } from '#data/areas/outboxActions.ts'
export { ownComments } from '#data/areas/ownComments.ts'
export { likeState, setLiked } from '#data/areas/reactions.ts'
export { myRequests, sendRequest } from '#data/areas/requests.ts'
export { syncState } from '#data/areas/syncState.ts'
export { savedState, setSaved } from '#data/areas/watchlist.ts'
export { device } from '#data/database/device.ts'
export { personalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
export { beginSession } from '#data/database/session.ts'
export { applySeriesRules } from '#data/downloads/applySeriesRules.ts'
export { downloadLimit, retryWithinLimit } from '#data/downloads/downloadLimit.ts'
export { inQueueOrder, isQueued, moveDownload } from '#data/downloads/downloadQueue.ts'
export { removeDownload } from '#data/downloads/downloadRow.ts'
export {
  addDownload,
  addEpisodes,
  clearDownloads,
  deleteDownload,
  setDownloadLimit,
} from '#data/downloads/downloads.ts'
export { endSeriesRule, setSeriesRule } from '#data/downloads/seriesRules.ts'
export { clock } from '#data/platform/clock.ts'
export { signOut } from '#data/session/signOut.ts'
export { sendOutbox } from '../../../sw/sendOutbox.ts'

export type DataLayer = typeof import('./dataLayer.ts')
