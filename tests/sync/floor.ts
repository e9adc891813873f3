/** What the model uses of the data floor and of the worker: a bundle of it, run once, is one process. */

export { sendComment } from '#data/areas/comments.ts'
export { removeFromHistory, setPosition, watchedState } from '#data/areas/history.ts'
export { importHistory } from '#data/areas/importHistory.ts'
export { importWatchlist } from '#data/areas/imports.ts'
export { notificationSettings, setNotificationSetting, settingsPull } from '#data/areas/notificationSettings.ts'
export { myNotifications, setRead } from '#data/areas/notifications.ts'
export { likeState, setLiked } from '#data/areas/reactions.ts'
export { myRequests, sendRequest } from '#data/areas/requests.ts'
export { savedState, setSaved } from '#data/areas/watchlist.ts'
export { personalDatabase } from '#data/database/personal.ts'
export { beginSession } from '#data/database/session.ts'
export { clock } from '#data/platform/clock.ts'
export { signOut } from '#data/session/signOut.ts'
export { startDrainer } from '#data/sync/drainer.ts'
export { pulls } from '#data/sync/kinds.ts'
export { discardMutation, retryMutation, syncState } from '#data/sync/syncState.ts'
export { sendOutbox } from '../../sw/sendOutbox.ts'

export type Floor = typeof import('./floor.ts')
