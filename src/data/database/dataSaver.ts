import { device } from './device.ts'

const KEY = 'sparesData'
/** Stands for as long as the person's switch is on; nothing is in it. */
const MARK = 'parde-spares-data'

/**
 * Writes down, for the worker, which knows nothing of what the page keeps for itself, what the person has chosen. Nothing: it is as the
 * browser says, which may be something else by the time the worker asks.
 */
export async function keepSaver(chosen: boolean | undefined): Promise<void> {
  if (typeof caches !== 'undefined') await (chosen ? caches.open(MARK) : caches.delete(MARK)).catch(() => undefined)
  const { meta } = await device()
  if (chosen === undefined) await meta.delete(KEY)
  else await meta.put({ key: KEY, value: chosen })
}

/** Whether data are to be spared, by the person's switch or the browser's own; page and worker. */
export async function sparesDataHere(): Promise<boolean> {
  const kept = await (await device()).meta.get(KEY).catch(() => undefined)
  return typeof kept?.value === 'boolean' ? kept.value : browserSpares()
}

/** The same for the worker while a page waits for it, without the database: says so too where the person would rather not. */
export async function maySpareData(): Promise<boolean> {
  return browserSpares() || (await caches.has(MARK))
}

function browserSpares(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
