import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type SavedTitle, setSaved } from '#data/watchlist.ts'
import { useChange } from '#parts/useChange.ts'
import { appText } from '#text/app.ts'
import { watchlistText } from '#text/watchlist.ts'
import { notify } from '#ui/notice.ts'

/**
 * What is on the list without what was just taken off: thousands of rows take a moment to be read anew, and a tap must
 * not wait for that. `takeOff` is called once the device has written the wish down; it offers the way back, which is a
 * wish like any other.
 */
export function useTakingOff(items: SavedTitle[]): { left: SavedTitle[]; takeOff: (item: SavedTitle) => void } {
  const change = useChange()
  const [off, setOff] = useState<readonly SavedTitle[]>([])
  const known = useRef(items)
  useEffect(() => {
    known.current = items
    // What the list knows by itself needs no remembering.
    setOff((before) => {
      const still = before.filter((item) => isOn(items, item))
      return still.length === before.length ? before : still
    })
  }, [items])

  const takeOff = useCallback(
    (item: SavedTitle) => {
      const name = item.card.titleFa || item.card.titleEn
      async function restore() {
        await setSaved({ titleId: item.titleId, saved: true, card: item.card })
        setOff((before) => before.filter((one) => one !== item))
        notify({ text: watchlistText.restored(name) })
      }
      if (isOn(known.current, item)) setOff((before) => [...before, item])
      notify({
        text: watchlistText.removed(name),
        action: { label: appText.undo, act: () => void change(restore) },
      })
    },
    [change],
  )

  const left = useMemo(() => (off.length === 0 ? items : items.filter((item) => !isOn(off, item))), [items, off])
  return { left, takeOff }
}

/** Saved again since then is another saving. */
function isOn(list: readonly SavedTitle[], { titleId, savedAt }: SavedTitle): boolean {
  return list.some((one) => one.titleId === titleId && one.savedAt === savedAt)
}
