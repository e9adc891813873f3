import { createKindLookup } from '#data/sync/kindLookup.ts'
import type { MutationKind } from '#data/sync/mutation.ts'
import type { CursorPull } from '#data/sync/pull.ts'
import { createComment } from './comments.ts'
import { historyPull, removeFromHistory, setPosition } from './history.ts'
import { importWatched } from './importHistory.ts'
import { importRows } from './imports.ts'
import { setNotificationSetting } from './notificationSettings.ts'
import { notificationsPull, setRead } from './notifications.ts'
import { setLiked } from './reactions.ts'
import { requestsPull, sendRequest } from './requests.ts'
import { setSaved, watchlistPull } from './watchlist.ts'

/** Every kind of change this version knows. A new one is one line here. */
export const kinds: MutationKind[] = [
  setSaved,
  setLiked,
  createComment,
  sendRequest,
  setRead,
  setNotificationSetting,
  setPosition,
  removeFromHistory,
  importRows,
  importWatched,
]

/** Every list that is kept whole on the device. */
export const pulls: CursorPull[] = [watchlistPull, historyPull, notificationsPull, requestsPull]

export const kindOf = createKindLookup(kinds)
