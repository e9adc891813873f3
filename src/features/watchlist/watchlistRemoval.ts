import { type SavedTitle, setSaved } from '#data/areas/watchlist.ts'
import type { Taking } from '#parts/lists/useRemoveWithUndo.ts'
import { watchlistText } from '#text/watchlist.ts'

/** Saved again since then is another saving. */
export const SAVED: Taking<SavedTitle> = {
  isSame: (one, other) => one.titleId === other.titleId && one.savedAt === other.savedAt,
  cardOf: ({ card }) => card,
  takeOff: ({ titleId, card }) => setSaved({ titleId, saved: false, card }),
  putBack: ({ titleId, card }) => setSaved({ titleId, saved: true, card }),
  words: watchlistText,
}
