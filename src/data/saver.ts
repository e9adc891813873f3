import { device } from './device.ts'

const KEY = 'sparesData'

/** Writes down, for the worker, which knows nothing of what the page keeps for itself, that data are to be spared. */
export async function keepSaver(spares: boolean): Promise<void> {
  await (await device()).meta.put({ key: KEY, value: spares })
}

/** Whether data are to be spared, by the person's switch or the browser's own; page and worker. */
export async function sparesDataHere(): Promise<boolean> {
  const kept = await (await device()).meta.get(KEY).catch(() => undefined)
  if (typeof kept?.value === 'boolean') return kept.value
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
