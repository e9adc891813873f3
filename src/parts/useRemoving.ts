import { useCallback, useEffect, useMemo, useState } from 'react'
import { removeFromHistory, type Watched } from '#data/history.ts'
import { putBack } from '#data/putBack.ts'
import { appText } from '#text/app.ts'
import { historyText } from '#text/history.ts'
import { notify } from '#ui/notice.ts'
import { useChange } from './useChange.ts'

/**
 * What was watched without what was just taken off: thousands of rows take a moment to be read anew, and a tap must not
 * wait for that. `remove` offers the way back once the device has written the wish down.
 */
export function useRemoving(items: Watched[]): { left: Watched[]; remove: (item: Watched) => void } {
  const change = useChange()
  const [off, setOff] = useState<readonly Watched[]>([])
  useEffect(() => {
    // What the list knows by itself needs no remembering.
    setOff((before) => {
      const still = before.filter((item) => isOn(items, item))
      return still.length === before.length ? before : still
    })
  }, [items])

  const remove = useCallback(
    (item: Watched) => {
      const name = item.title.titleFa || item.title.titleEn
      const forget = () => setOff((before) => before.filter((one) => one !== item))
      async function restore() {
        await putBack(item)
        forget()
        notify({ text: historyText.restored(name) })
      }
      setOff((before) => [...before, item])
      void change(async () => {
        try {
          await removeFromHistory({ titleId: item.titleId, name, canUndo: true })
        } catch (failure) {
          forget()
          throw failure
        }
        notify({
          text: historyText.removed(name),
          action: { label: appText.undo, act: () => void change(restore) },
        })
      })
    },
    [change],
  )

  const left = useMemo(() => (off.length === 0 ? items : items.filter((item) => !isOn(off, item))), [items, off])
  return { left, remove }
}

/** Watched again since then is another watching. */
function isOn(list: readonly Watched[], { titleId, watchedAt }: Watched): boolean {
  return list.some((one) => one.titleId === titleId && one.watchedAt === watchedAt)
}
