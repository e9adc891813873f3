import { device } from './device.ts'

const KEY = 'sparesData'
/** Stands for as long as the person's switch is on; nothing is in it. */
const MARKER_CACHE = 'parde-spares-data'

/**
 * Writes down, for the worker, which knows nothing of what the page keeps for itself, what the person has chosen. Nothing: it is as the
 * browser says, which may be something else by the time the worker asks.
 */
export async function storeDataSaver(chosen: boolean | undefined): Promise<void> {
  if (typeof caches !== 'undefined')
    await (chosen ? caches.open(MARKER_CACHE) : caches.delete(MARKER_CACHE)).catch(() => undefined)
  const { meta } = await device()
  if (chosen === undefined) await meta.delete(KEY)
  else await meta.put({ key: KEY, value: chosen })
}

/** Whether data are to be spared, by the person's switch or the browser's own; page and worker. */
export async function isDataSaverOn(): Promise<boolean> {
  const kept = await (await device()).meta.get(KEY).catch(() => undefined)
  return typeof kept?.value === 'boolean' ? kept.value : isBrowserDataSaverOn()
}

/** The same for the worker while a page waits for it, without the database: says so too where the person would rather not. */
export async function isDataSaverLikely(): Promise<boolean> {
  return isBrowserDataSaverOn() || (await caches.has(MARKER_CACHE))
}

function isBrowserDataSaverOn(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
