import { createComment } from '#data/areas/comments.ts'
import { historyPull, removeFromHistory, setPosition } from '#data/areas/history.ts'
import { importWatched } from '#data/areas/importHistory.ts'
import { importRows } from '#data/areas/imports.ts'
import { setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { notificationsPull, setRead } from '#data/areas/notifications.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { requestsPull, sendRequest } from '#data/areas/requests.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { migrateEntry } from './migrate.ts'
import type { MutationKind } from './mutation.ts'
import type { CursorPull } from './pull.ts'

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

/** The kind of an entry; nothing when it is of a kind or a format that this version does not know. */
export function kindOf(entry: OutboxEntry): MutationKind | undefined {
  return kinds.find((kind) => kind.kind === entry.kind && migrateEntry(entry, kind) !== undefined)
}
