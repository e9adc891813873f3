import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Removes an item from a list and restores it. Must be a stable object. */
export interface Removal<Item> {
  /** Compares more than the title: an item that was restored or added anew is another item. */
  isSame: (one: Item, other: Item) => boolean
  cardOf: (item: Item) => { titleFa: string; titleEn: string }
  remove: (item: Item, name: string) => Promise<void>
  restore: (item: Item) => Promise<void>
  texts: { removed: (name: string) => string; restored: (name: string) => string }
}

/**
 * Hides removed items at once, without waiting for the write or for thousands of rows to be read again. Offers undo
 * when the removal is stored; undo is a mutation too. Shows the item again when the removal could not be stored.
 */
export function useRemoveWithUndo<Item>(
  items: Item[],
  taking: Removal<Item>,
): { left: Item[]; takeOff: (item: Item) => void } {
  const { isSame, cardOf, texts } = taking
  const change = useMutationAction()
  const [off, setOff] = useState<readonly Item[]>([])
  const isIn = useCallback((list: readonly Item[], item: Item) => list.some((one) => isSame(one, item)), [isSame])
  useEffect(() => {
    // Items that the list itself no longer contains need not be hidden.
    setOff((before) => {
      const still = before.filter((item) => isIn(items, item))
      return still.length === before.length ? before : still
    })
  }, [items, isIn])

  const takeOff = useCallback(
    (item: Item) => {
      const { titleFa, titleEn } = cardOf(item)
      const name = titleFa || titleEn
      const forget = () => setOff((before) => before.filter((one) => one !== item))
      async function restore() {
        await taking.restore(item)
        forget()
        showSnackbar({ text: texts.restored(name) })
      }
      setOff((before) => [...before, item])
      void change(async () => {
        try {
          await taking.remove(item, name)
        } catch (failure) {
          forget()
          throw failure
        }
        showSnackbar({ text: texts.removed(name), action: { label: appText.undo, act: () => void change(restore) } })
      })
    },
    [change, taking, cardOf, texts],
  )

  const left = useMemo(() => (off.length === 0 ? items : items.filter((item) => !isIn(off, item))), [items, off, isIn])
  return { left, takeOff }
}
