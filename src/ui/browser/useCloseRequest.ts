import { useEffect } from 'react'

/** What browsers with the `CloseWatcher` interface offer (HTML, "Close requests"). */
interface Watcher extends EventTarget {
  destroy(): void
}

/**
 * While something is open over the page, the device's own way of closing (Android's back gesture) closes it instead of
 * leaving the page, where the browser offers that.
 */
export function useCloseRequest(isOpen: boolean, close: () => void) {
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher }
    if (!isOpen || !CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.addEventListener('close', close)
    return () => {
      watcher.removeEventListener('close', close)
      watcher.destroy()
    }
  }, [isOpen, close])
}
