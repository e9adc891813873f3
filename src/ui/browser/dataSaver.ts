import { useSyncExternalStore } from 'react'
import { localItems } from '#data/platform/webStorage.ts'

const KEY = 'parde-data-saver'
const listeners = new Set<() => void>()
/** The choice of this page, for browsers with blocked storage. */
let chosen: boolean | undefined

/**
 * Whether to save data: the user's choice, otherwise the browser's Save-Data setting. The data saver halves picture
 * sizes and disables autoplay and prefetching.
 */
export function isDataSaverOn(): boolean {
  return dataSaverChoice() ?? browserSavesData()
}

/** Sets the user's choice and updates everything on screen. */
export function setDataSaver(isOn: boolean) {
  chosen = isOn
  localItems.set(KEY, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

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

/** The user's choice; undefined until they use the switch. */
export function dataSaverChoice(): boolean | undefined {
  if (chosen !== undefined) return chosen
  const stored = localItems.get(KEY)
  return stored === 'on' ? true : stored === 'off' ? false : undefined
}

interface Connection extends EventTarget {
  saveData?: boolean
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

function browserSavesData(): boolean {
  return connection()?.saveData === true
}

/** Calls `changed` on every change by the user or the browser. Returns a function that stops it. */
export function watchDataSaver(changed: () => void): () => void {
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
