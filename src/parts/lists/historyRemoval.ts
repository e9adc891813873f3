import { removeFromHistory, type Watched } from '#data/areas/history.ts'
import { restoreToHistory } from '#data/areas/restoreHistory.ts'
import { historyText } from '#text/history.ts'
import type { Removal } from './useRemoveWithUndo.ts'

/** A title watched again after its removal counts as a new entry. */
export const historyRemoval: Removal<Watched> = {
  isSame: (one, other) => one.titleId === other.titleId && one.watchedAt === other.watchedAt,
  cardOf: ({ title }) => title,
  remove: ({ titleId }, name) => removeFromHistory({ titleId, name, canUndo: true }),
  restore: restoreToHistory,
  texts: historyText,
}
