import * as v from 'valibot'
import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'

/** Settings that limit when downloads run. */
export type ConditionName = 'wifi' | 'charging'

/** Keys of the settings in the device database's `meta`. */
const KEYS = { wifi: 'filmsOverWifiOnly', charging: 'downloadsWhileCharging' } as const
const Setting = v.boolean()
/** Connection types without a data charge. */
const UNMETERED_TYPES = new Set(['wifi', 'ethernet'])

/** The used part of the Network Information API. Desktop browsers and Safari do not report the connection type. */
interface Network extends EventTarget {
  type?: string
  saveData?: boolean
}

/** The used part of the Battery Status API, which only Chromium has. */
interface Battery extends EventTarget {
  charging: boolean
}

function network(): Network | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Network }).connection
}

async function battery(): Promise<Battery | undefined> {
  if (typeof navigator === 'undefined') return undefined
  // NotAllowedError: an embedding page forbids it.
  return (navigator as { getBattery?: () => Promise<Battery> }).getBattery?.().catch(ignoring('NotAllowedError'))
}

/** Whether the browser reports the connection type; the setting is offered only then. */
export function canDetectWifi(): boolean {
  return typeof network()?.type === 'string'
}

/** Each setting, undefined where the browser cannot tell whether it is met; and which one downloads wait for now. */
export interface Conditions extends Record<ConditionName, boolean | undefined> {
  waitsFor: ConditionName | undefined
}

/** Reads the settings and whether they are met. Without a choice of the user, Wi-Fi follows the data saver. */
export async function downloadConditions(): Promise<Conditions> {
  const power = await battery()
  const wifi = canDetectWifi() ? ((await storedSetting('wifi')) ?? (await isDataSaverOn())) : undefined
  const charging = power && ((await storedSetting('charging')) ?? false)
  const waitsFor =
    wifi && !UNMETERED_TYPES.has(network()?.type ?? '') ? 'wifi' : charging && !power.charging ? 'charging' : undefined
  return { wifi, charging, waitsFor }
}

async function storedSetting(name: ConditionName): Promise<boolean | undefined> {
  const { meta } = await device()
  const stored = v.safeParse(Setting, (await meta.get(KEYS[name]).catch(ignoring(...STORAGE_ERRORS)))?.value)
  return stored.success ? stored.output : undefined
}

/** Sets whether downloads run only on Wi-Fi, or only while the device charges. */
export async function setCondition(name: ConditionName, isRequired: boolean): Promise<void> {
  await (await device()).meta.put({ key: KEYS[name], value: isRequired })
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

/** Calls `changed` when the connection changes, or the device begins or ends charging. */
export function watchConditions(changed: () => void): () => void {
  const stop = new AbortController()
  void battery().then((power) => power?.addEventListener('chargingchange', changed, stop))
  const unwatchNetwork = watchNetwork(changed)
  return () => {
    stop.abort()
    unwatchNetwork()
  }
}

/** Whether the current connection has no data charge; undefined if the browser does not report its type. */
export function isOnWifi(): boolean | undefined {
  const type = network()?.type
  return type === undefined ? undefined : UNMETERED_TYPES.has(type)
}
