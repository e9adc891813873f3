import { createKindLookup } from '#data/sync/kindLookup.ts'
import type { MutationKind } from '#data/sync/mutation.ts'
import type { CursorPull } from '#data/sync/pull.ts'
import { changeComment } from './commentChanges.ts'
import { reportComment, setCommentLiked } from './commentReactions.ts'
import { createComment } from './comments.ts'
import { historyPull, removeFromHistory, setHidden, setPosition, setWatched } from './history.ts'
import { importWatched } from './importHistory.ts'
import { importRows } from './imports.ts'
import { setNotificationSetting } from './notificationSettings.ts'
import { notificationsPull, setRead } from './notifications.ts'
import { likesPull, setLiked } from './reactions.ts'
import { requestsPull, sendRequest } from './requests.ts'
import { setSaved, watchlistPull } from './watchlist.ts'

/** Every mutation kind of this version. A new kind is registered here. */
export const kinds: MutationKind[] = [
  setSaved,
  setLiked,
  createComment,
  changeComment,
  setCommentLiked,
  reportComment,
  sendRequest,
  setRead,
  setNotificationSetting,
  setPosition,
  removeFromHistory,
  setHidden,
  setWatched,
  importRows,
  importWatched,
]

/** Every list that is synced whole to the device. */
export const pulls: CursorPull[] = [watchlistPull, historyPull, notificationsPull, requestsPull, likesPull]

export const kindOf = createKindLookup(kinds)
