import { useSyncExternalStore } from 'react'

const KEY = 'parde-data-saver'
const listeners = new Set<() => void>()
/** For browsers that keep nothing: the choice lives as long as the page. */
let chosen: boolean | undefined

/**
 * Whether data are to be spared: the person's own switch, and until that was touched what the browser was asked for.
 * Then pictures come in half the size, and nothing plays or loads ahead by itself.
 */
export function isDataSaverOn(): boolean {
  return dataSaverChoice() ?? browserSpares()
}

/** Sets the person's own switch, for all that is on the screen at once. */
export function setDataSaver(spares: boolean) {
  chosen = spares
  try {
    localStorage.setItem(KEY, spares ? 'on' : 'off')
  } catch {
    // Remembered as long as the page stands.
  }
  for (const listener of listeners) listener()
}

export function useDataSaver(): boolean {
  return useSyncExternalStore(watchDataSaver, isDataSaverOn, () => false)
}

/** As `useSparesData` for a picture: what has come in full size, or is on its way so, is not asked for once more in half of it. */
export function useReducedPictures(isFullHere: () => boolean): boolean {
  return useSyncExternalStore(
    watchDataSaver,
    () => isDataSaverOn() && !isFullHere(),
    () => false,
  )
}

/** What the person has chosen; nothing until the switch was touched. */
export function dataSaverChoice(): boolean | undefined {
  if (chosen !== undefined) return chosen
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'on' ? true : kept === 'off' ? false : undefined
  } catch {
    return undefined
  }
}

interface Connection extends EventTarget {
  saveData?: boolean
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

function browserSpares(): boolean {
  return connection()?.saveData === true
}

/** Hears of every change of it, of the person's or the browser's; answers how to stop. */
export function watchDataSaver(changed: () => void): () => void {
  const told = (event: StorageEvent) => {
    if (event.key !== KEY) return
    chosen = undefined
    changed()
  }
  listeners.add(changed)
  addEventListener('storage', told)
  connection()?.addEventListener?.('change', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', told)
    connection()?.removeEventListener?.('change', changed)
  }
}
