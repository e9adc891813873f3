import { useEffect } from 'react'

/** The `CloseWatcher` interface (HTML standard, "Close requests and close watchers"). */
interface Watcher extends EventTarget {
  destroy(): void
}

/**
 * While an overlay is open, a close request of the device (Android's back gesture) closes the overlay instead of
 * leaving the page, in browsers with `CloseWatcher`.
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
