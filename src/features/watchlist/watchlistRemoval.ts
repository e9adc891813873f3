import { type SavedTitle, setSaved } from '#data/areas/watchlist.ts'
import type { Removal } from '#parts/lists/useRemoveWithUndo.ts'
import { watchlistText } from '#text/watchlist.ts'

/** A title saved again after its removal counts as a new entry. */
export const watchlistRemoval: Removal<SavedTitle> = {
  isSame: (one, other) => one.titleId === other.titleId && one.savedAt === other.savedAt,
  cardOf: ({ card }) => card,
  remove: ({ titleId, card }) => setSaved({ titleId, saved: false, card }),
  restore: ({ titleId, card }) => setSaved({ titleId, saved: true, card }),
  texts: watchlistText,
}
