import * as v from 'valibot'
import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'

/** Key of the row in the device database's `meta`. */
const KEY = 'filmsOverWifiOnly'
const Setting = v.boolean()
/** Connection types without a data charge. */
const UNMETERED_TYPES = new Set(['wifi', 'ethernet'])

/** The used part of the Network Information API. Desktop browsers and Safari do not report the connection type. */
interface Network extends EventTarget {
  type?: string
  saveData?: boolean
}

function network(): Network | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Network }).connection
}

/** Whether the browser reports the connection type; the setting is offered only then. */
export function canDetectWifi(): boolean {
  return typeof network()?.type === 'string'
}

/**
 * Whether downloads are limited to Wi-Fi: the user's choice on this device, by default the data saver setting. Always
 * false if the browser does not report the connection type.
 */
export async function isWifiOnly(): Promise<boolean> {
  if (!canDetectWifi()) return false
  const stored = v.safeParse(Setting, (await (await device()).meta.get(KEY).catch(ignoring(...STORAGE_ERRORS)))?.value)
  return stored.success ? stored.output : isDataSaverOn()
}

export async function setWifiOnly(isOnly: boolean): Promise<void> {
  await (await device()).meta.put({ key: KEY, value: isOnly })
}

/** `isOnly`: see `isWifiOnly()`; `waits`: downloads wait, because the current network is not Wi-Fi. */
export async function wifiState(): Promise<{ isOnly: boolean; waits: boolean }> {
  const isOnly = await isWifiOnly()
  return { isOnly, waits: isOnly && !UNMETERED_TYPES.has(network()?.type ?? '') }
}

/** Whether the browser reports a connection charged by volume. */
export function isMetered(): boolean {
  const connection = network()
  return connection?.type === 'cellular' || connection?.saveData === true
}

/** Calls `changed` when the connection changes. */
export function watchNetwork(changed: () => void): () => void {
  const connection = network()
  connection?.addEventListener?.('change', changed)
  return () => connection?.removeEventListener?.('change', changed)
}

/** Whether the current connection has no data charge; undefined if the browser does not report its type. */
export function isOnWifi(): boolean | undefined {
  const type = network()?.type
  return type === undefined ? undefined : UNMETERED_TYPES.has(type)
}
