import { useCallback, useEffect, useMemo, useState } from 'react'
import { useChange } from '#parts/actions/useMutationAction.ts'
import { appText } from '#text/app.ts'
import { notify } from '#ui/feedback/snackbar.ts'

/** How one takes something off a list, and puts it back. Must stay the same object. */
export interface Taking<Item> {
  /** What came back since, or came anew, is another item of the same title. */
  isSame: (one: Item, other: Item) => boolean
  cardOf: (item: Item) => { titleFa: string; titleEn: string }
  takeOff: (item: Item, name: string) => Promise<void>
  putBack: (item: Item) => Promise<void>
  words: { removed: (name: string) => string; restored: (name: string) => string }
}

/**
 * A list without what was just taken off: thousands of rows take a moment to be read anew, and a tap must not wait for
 * that, nor for the device to write it down. Once it has, the way back is offered, which is a wish like any other; what
 * could not be written down is there again.
 */
export function useTakingOff<Item>(
  items: Item[],
  taking: Taking<Item>,
): { left: Item[]; takeOff: (item: Item) => void } {
  const { isSame, cardOf, words } = taking
  const change = useChange()
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
        await taking.putBack(item)
        forget()
        notify({ text: words.restored(name) })
      }
      setOff((before) => [...before, item])
      void change(async () => {
        try {
          await taking.takeOff(item, name)
        } catch (failure) {
          forget()
          throw failure
        }
        notify({ text: words.removed(name), action: { label: appText.undo, act: () => void change(restore) } })
      })
    },
    [change, taking, cardOf, words],
  )

  const left = useMemo(() => (off.length === 0 ? items : items.filter((item) => !isIn(off, item))), [items, off, isIn])
  return { left, takeOff }
}
