import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** How one takes something off a list, and puts it back. Must stay the same object. */
export interface Removal<Item> {
  /** What came back since, or came anew, is another item of the same title. */
  isSame: (one: Item, other: Item) => boolean
  cardOf: (item: Item) => { titleFa: string; titleEn: string }
  remove: (item: Item, name: string) => Promise<void>
  restore: (item: Item) => Promise<void>
  texts: { removed: (name: string) => string; restored: (name: string) => string }
}

/**
 * A list without what was just taken off: thousands of rows take a moment to be read anew, and a tap must not wait for
 * that, nor for the device to write it down. Once it has, the way back is offered, which is a wish like any other; what
 * could not be written down is there again.
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
    // What the list knows by itself needs no remembering.
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
