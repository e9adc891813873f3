import * as v from 'valibot'
import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'

/** Under which name it stands in the device's database. */
const KEY = 'filmsOverWifiOnly'
const Chosen = v.boolean()
/** What costs nothing by the byte. */
const FREE = new Set(['wifi', 'ethernet'])

/** As much of the browser's Network Information as is used; on desks and in Safari nothing says by what way the bytes come. */
interface Network extends EventTarget {
  type?: string
  saveData?: boolean
}

function network(): Network | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Network }).connection
}

/** The browser says whether this is Wi-Fi: only there it can be asked for. */
export function canDetectWifi(): boolean {
  return typeof network()?.type === 'string'
}

/**
 * Films are to come over Wi-Fi alone: as the person said on this device, and until then wherever data are to be spared. Never
 * where nobody could tell.
 */
export async function isWifiOnly(): Promise<boolean> {
  if (!canDetectWifi()) return false
  const kept = v.safeParse(Chosen, (await (await device()).meta.get(KEY).catch(() => undefined))?.value)
  return kept.success ? kept.output : isDataSaverOn()
}

export async function setWifiOnly(isOnly: boolean): Promise<void> {
  await (await device()).meta.put({ key: KEY, value: isOnly })
}

/** `isOnly`: as `wantsWifiOnly`; `waits`: films do, because this network is not the one the person wants them to come over. */
export async function wifiState(): Promise<{ isOnly: boolean; waits: boolean }> {
  const isOnly = await isWifiOnly()
  return { isOnly, waits: isOnly && !FREE.has(network()?.type ?? '') }
}

/** The browser says that these bytes are paid for one by one. */
export function isMetered(): boolean {
  const told = network()
  return told?.type === 'cellular' || told?.saveData === true
}

/** Hears when the browser is on another network. */
export function watchNetwork(changed: () => void): () => void {
  const told = network()
  told?.addEventListener?.('change', changed)
  return () => told?.removeEventListener?.('change', changed)
}
