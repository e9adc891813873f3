import { DATA_SAVER_MARKER } from '#data/platform/cacheNames.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { device } from './device.ts'

const KEY = 'sparesData'

/**
 * Stores the user's choice where the worker can read it. Without a choice the browser's setting applies, which may
 * change later.
 */
export async function storeDataSaver(chosen: boolean | undefined): Promise<void> {
  if (typeof caches !== 'undefined')
    await (chosen ? caches.open(DATA_SAVER_MARKER) : caches.delete(DATA_SAVER_MARKER)).catch(
      ignoring(...STORAGE_ERRORS),
    )
  const { meta } = await device()
  if (chosen === undefined) await meta.delete(KEY)
  else await meta.put({ key: KEY, value: chosen })
}

/** Whether to save data, by the user's setting or the browser's. Works in page and worker. */
export async function isDataSaverOn(): Promise<boolean> {
  const stored = await (await device()).meta.get(KEY).catch(ignoring(...STORAGE_ERRORS))
  return typeof stored?.value === 'boolean' ? stored.value : isBrowserDataSaverOn()
}

/**
 * A fast check for the worker while a page waits, without the database. Also true when the browser saves data and the
 * user turned the app's data saver off.
 */
export async function isDataSaverLikely(): Promise<boolean> {
  return isBrowserDataSaverOn() || (await caches.has(DATA_SAVER_MARKER))
}

function isBrowserDataSaverOn(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
