import * as v from 'valibot'
import { METRICS_POLICIES, type MetricsPolicy } from '#contract/metricsPolicy.ts'
import { device } from '#data/database/device.ts'
import type { DeviceDatabase } from '#data/database/deviceDatabase.ts'

const Policy = v.fallback(v.picklist(METRICS_POLICIES), 'off')

/** The operator's policy, `off` until a server has told it, and whether the user of this device allows measuring. */
export interface MetricsSettings {
  policy: MetricsPolicy
  consent: boolean
}

export async function metricsSettings(): Promise<MetricsSettings> {
  return settingsIn(await device())
}

/** Whether the app may measure itself now. */
export async function isMeasuring(): Promise<boolean> {
  return isMeasuringIn(await device())
}

/** As `isMeasuring`, inside of a transaction over `meta`. */
export async function isMeasuringIn(database: DeviceDatabase): Promise<boolean> {
  const { policy, consent } = await settingsIn(database)
  return policy === 'on' || (policy === 'consent' && consent)
}

async function settingsIn({ meta }: DeviceDatabase): Promise<MetricsSettings> {
  const [policy, consent] = await meta.bulkGet(['metricsPolicy', 'metricsConsent'])
  return { policy: v.parse(Policy, policy?.value), consent: consent?.value === true }
}

/** Stores the user's choice. A withdrawal deletes what was counted and not sent. */
export function setMetricsConsent(consent: boolean): Promise<void> {
  return store('metricsConsent', consent)
}

/** Stores the operator's policy. `off` deletes what was counted and not sent. */
export async function storeMetricsPolicy(policy: MetricsPolicy): Promise<void> {
  if ((await metricsSettings()).policy !== policy) await store('metricsPolicy', policy)
}

async function store(key: 'metricsConsent' | 'metricsPolicy', value: unknown): Promise<void> {
  const database = await device()
  const { meta } = database
  await database.transaction('rw', meta, async () => {
    await meta.put({ key, value })
    if (!(await isMeasuringIn(database))) await meta.delete('metricCounts')
  })
}
