import { useCallback } from 'react'
import { type SavedTitle, setSaved } from '#data/watchlist.ts'
import { useChange } from '#parts/useChange.ts'
import { appText } from '#text/app.ts'
import { watchlistText } from '#text/watchlist.ts'
import { notify } from '#ui/notice.ts'

/** Says that a title has left the list, with the way back. The way back is a wish like any other and waits like it. */
export function useUndo(): (item: SavedTitle) => void {
  const change = useChange()
  return useCallback(
    ({ titleId, card }: SavedTitle) => {
      const name = card.titleFa || card.titleEn
      async function restore() {
        await setSaved({ titleId, saved: true, card })
        notify({ text: watchlistText.restored(name) })
      }
      notify({
        text: watchlistText.removed(name),
        action: { label: appText.undo, act: () => void change(restore) },
      })
    },
    [change],
  )
}
