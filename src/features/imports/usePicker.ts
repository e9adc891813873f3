import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { holdReload } from '#data/platform/reloadGuard.ts'

/** The picker of files: its input, and whether it stands open. */
export interface Picker {
  isOpen: boolean
  open: () => void
  close: () => void
  input: RefCallback<HTMLInputElement>
}

/**
 * Behind a phone's picker the page is hidden, and a new version would come at once: the file would find no page to come to.
 * Once one is back its owner counts as a form, also where a browser tells nothing of a picker that was put away.
 */
export function usePicker(): Picker {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const input = useCallback(
    (element: HTMLInputElement) => {
      // React has no name for it.
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
