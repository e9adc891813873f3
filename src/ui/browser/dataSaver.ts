import { useSyncExternalStore } from 'react'
import { localItems } from '#data/platform/webStorage.ts'

const KEY = 'parde-data-saver'

/** Creates the data saver of one page, for the user's choice and the browser's Save-Data setting. */
function createDataSaver() {
  const listeners = new Set<() => void>()
  /** The choice of this page, for browsers with blocked storage. */
  let chosen: boolean | undefined

  /**
   * Whether to save data: the user's choice, otherwise the browser's Save-Data setting. The data saver halves picture
   * sizes and disables autoplay and prefetching.
   */
  function isDataSaverOn(): boolean {
    return dataSaverChoice() ?? connection()?.saveData === true
  }

  /** Sets the user's choice and updates everything on screen. */
  function setDataSaver(isOn: boolean) {
    chosen = isOn
    localItems.set(KEY, isOn ? 'on' : 'off')
    for (const listener of listeners) listener()
  }

  /** The user's choice; undefined until they use the switch. */
  function dataSaverChoice(): boolean | undefined {
    if (chosen !== undefined) return chosen
    const stored = localItems.get(KEY)
    return stored === 'on' ? true : stored === 'off' ? false : undefined
  }

  /** Calls `changed` on every change by the user or the browser. Returns a function that stops it. */
  function watchDataSaver(changed: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== KEY) return
      chosen = undefined
      changed()
    }
    listeners.add(changed)
    addEventListener('storage', onStorage)
    connection()?.addEventListener?.('change', changed)
    return () => {
      listeners.delete(changed)
      removeEventListener('storage', onStorage)
      connection()?.removeEventListener?.('change', changed)
    }
  }

  return { isDataSaverOn, setDataSaver, dataSaverChoice, watchDataSaver }
}

/** The data saver of this page: the browser has one connection, and the device one choice. */
export const { isDataSaverOn, setDataSaver, dataSaverChoice, watchDataSaver } = createDataSaver()

export function useDataSaver(): boolean {
  return useSyncExternalStore(watchDataSaver, isDataSaverOn, () => false)
}

/**
 * The data saver for one picture: a picture that is loaded or loading in full size is not requested again in half size.
 */
export function useReducedPictures(isFullSizeLoaded: () => boolean): boolean {
  return useSyncExternalStore(
    watchDataSaver,
    () => isDataSaverOn() && !isFullSizeLoaded(),
    () => false,
  )
}

interface Connection extends EventTarget {
  saveData?: boolean
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}
