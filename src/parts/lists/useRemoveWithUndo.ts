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
  removal: Removal<Item>,
): { remaining: Item[]; remove: (item: Item) => void } {
  const { isSame, cardOf, texts } = removal
  const run = useMutationAction()
  const [removed, setRemoved] = useState<readonly Item[]>([])
  const contains = useCallback((list: readonly Item[], item: Item) => list.some((one) => isSame(one, item)), [isSame])
  useEffect(() => {
    // Items that the list itself no longer contains need not be hidden.
    setRemoved((before) => {
      const remaining = before.filter((item) => contains(items, item))
      return remaining.length === before.length ? before : remaining
    })
  }, [items, contains])

  const remove = useCallback(
    (item: Item) => {
      const { titleFa, titleEn } = cardOf(item)
      const name = titleFa || titleEn
      const show = () => setRemoved((before) => before.filter((one) => one !== item))
      async function restore() {
        await removal.restore(item)
        show()
        showSnackbar({ text: texts.restored(name) })
      }
      setRemoved((before) => [...before, item])
      void run(async () => {
        try {
          await removal.remove(item, name)
        } catch (failure) {
          show()
          throw failure
        }
        showSnackbar({ text: texts.removed(name), action: { label: appText.undo, act: () => void run(restore) } })
      })
    },
    [run, removal, cardOf, texts],
  )

  const remaining = useMemo(
    () => (removed.length === 0 ? items : items.filter((item) => !contains(removed, item))),
    [items, removed, contains],
  )
  return { remaining, remove }
}
