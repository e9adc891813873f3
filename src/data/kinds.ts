import { createComment } from './comments.ts'
import type { Entry } from './entry.ts'
import { historyPull, removeFromHistory, setPosition } from './history.ts'
import { importRows } from './imports.ts'
import { importWatched } from './importWatched.ts'
import { migrateEntry } from './migrate.ts'
import type { Kind } from './mutation.ts'
import { setNotificationSetting } from './notificationSettings.ts'
import { notificationsPull, setRead } from './notifications.ts'
import type { PulledByCursor } from './pull.ts'
import { setLiked } from './reactions.ts'
import { requestsPull, sendRequest } from './requests.ts'
import { setSaved, watchlistPull } from './watchlist.ts'

/** Every kind of change this version knows. A new one is one line here. */
export const kinds: Kind[] = [
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
export const pulls: PulledByCursor[] = [watchlistPull, historyPull, notificationsPull, requestsPull]

/** The kind of an entry; nothing when it is of a kind or a format that this version does not know. */
export function kindOf(entry: Entry): Kind | undefined {
  return kinds.find((kind) => kind.kind === entry.kind && migrateEntry(entry, kind) !== undefined)
}
