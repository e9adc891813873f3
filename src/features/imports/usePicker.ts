import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { holdReload } from '#data/platform/reloadGuard.ts'

/** The file picker: its input and whether it is open. */
export interface Picker {
  isOpen: boolean
  open: () => void
  close: () => void
  input: RefCallback<HTMLInputElement>
}

/**
 * Tracks the file picker for the reload guard. On phones the picker hides the page, so a pending update would reload it
 * and lose the chosen file. After the return the section counts as a form, because some browsers report no cancelled
 * picker.
 */
export function usePicker(): Picker {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const input = useCallback(
    (element: HTMLInputElement) => {
      // React supports no `onCancel` for file inputs.
      element.addEventListener('cancel', close)
      return () => element.removeEventListener('cancel', close)
    },
    [close],
  )
  useEffect(() => {
    if (!isOpen) return
    const release = holdReload('task')
    const look = () => document.visibilityState === 'visible' && release()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      release()
    }
  }, [isOpen])
  return { isOpen, open: () => setOpen(true), close, input }
}
