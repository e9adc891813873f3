import { removeFromHistory, type Watched } from '#data/areas/history.ts'
import { putBack } from '#data/areas/restoreHistory.ts'
import { historyText } from '#text/history.ts'
import type { Taking } from './useRemoveWithUndo.ts'

/** Watched again since then is another watching. */
export const WATCHED: Taking<Watched> = {
  isSame: (one, other) => one.titleId === other.titleId && one.watchedAt === other.watchedAt,
  cardOf: ({ title }) => title,
  takeOff: ({ titleId }, name) => removeFromHistory({ titleId, name, canUndo: true }),
  putBack,
  words: historyText,
}
