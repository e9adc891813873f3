/** What the model uses of the data floor and of the worker: a bundle of it, run once, is one process. */
export { clock } from '#data/clock.ts'
export { sendComment } from '#data/comments.ts'
export { startDrainer } from '#data/drainer.ts'
export { removeFromHistory, setPosition, watchedState } from '#data/history.ts'
export { importWatchlist } from '#data/imports.ts'
export { pulls } from '#data/kinds.ts'
export { myNotifications, setRead } from '#data/notifications.ts'
export { personal } from '#data/personal.ts'
export { likeState, setLiked } from '#data/reactions.ts'
export { myRequests, sendRequest } from '#data/requests.ts'
export { beginSession } from '#data/session.ts'
export { signOut } from '#data/signOut.ts'
export { discardChange, retryChange, syncState } from '#data/syncState.ts'
export { savedState, setSaved } from '#data/watchlist.ts'
export { sendWhatWaits } from '../../sw/send.ts'

export type Floor = typeof import('./floor.ts')
