import { v4 as uuid } from 'uuid'
import * as v from 'valibot'
import { listOf } from '#contract/shapes.ts'
import {
  METRIC_BUCKETS,
  METRIC_COUNT_MAX,
  METRIC_REPORT_MAX,
  MetricCount,
  type MetricsReport,
  userMetricsApi,
} from '#contract/userMetrics.ts'
import { device } from '#data/database/device.ts'
import type { DeviceDatabase } from '#data/database/deviceDatabase.ts'
import { call } from '#data/network/call.ts'
import { isServerUnreachable } from '#data/network/connectivity.ts'
import { Refused } from '#data/network/failures.ts'
import { isMissing } from '#data/network/optionalCall.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { pageDocument } from '#data/platform/page.ts'
import { isMeasuring, isMeasuringIn, storeMetricsPolicy } from './metricsSettings.ts'

/** A device sends at most one report in this time, in ms. */
export const REPORT_INTERVAL = 3_600_000

/** What was measured: a value of a metric, or a failure. `kind`: of the mutation. */
export type Measured =
  | { metric: 'FCP' | 'LCP' | 'TTFB' | 'INP' | 'CLS'; value: number }
  | { metric: 'confirmed' | 'refused' | 'attempts'; kind: string; value: number }
  | { metric: 'failure'; reason: string }

/** A bucket and how often it was counted, as stored on the device. The worker does not know the version of the app. */
interface StoredCount {
  metric: MetricCount['metric']
  kind?: string
  reason?: string
  from?: number
  version?: string
  count: number
}

/** What the device holds. `report`: being sent, or sent without an answer; it keeps its id, under which it counts once. */
interface StoredMetrics {
  counts: StoredCount[]
  report?: { id: string; counts: StoredCount[] }
}

/** Adds what was measured to the counts of this device, unless nothing may be measured. */
export async function countMeasured(measured: readonly Measured[]): Promise<void> {
  if (measured.length === 0 || !(await isMeasuring())) return
  const version = pageDocument()?.querySelector('meta[name="version"]')?.getAttribute('content')
  await addCounts(measured.map((one) => ({ ...bucketOf(one), ...(version && { version }), count: 1 })))
}

function bucketOf(measured: Measured): Omit<StoredCount, 'count'> {
  if (measured.metric === 'failure') return measured
  const { value, ...rest } = measured
  const bounds: readonly number[] = METRIC_BUCKETS[measured.metric]
  return { ...rest, from: bounds.findLast((from) => from <= value) ?? bounds[0] ?? 0 }
}

async function addCounts(added: readonly StoredCount[]): Promise<void> {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    if (!(await isMeasuringIn(database))) return
    const stored = await storedIn(database)
    const { counts } = stored
    for (const { count, ...bucket } of added) {
      const same = counts.find((one) => isSameBucket(one, bucket))
      if (same) same.count = Math.min(same.count + count, METRIC_COUNT_MAX)
      else if (counts.length < METRIC_REPORT_MAX) counts.push({ ...bucket, count })
    }
    await database.meta.put({ key: 'metricCounts', value: stored })
  })
}

function isSameBucket(one: StoredCount, other: Omit<StoredCount, 'count'>): boolean {
  return (['metric', 'kind', 'reason', 'from', 'version'] as const).every((key) => one[key] === other[key])
}

async function storedIn({ meta }: DeviceDatabase): Promise<StoredMetrics> {
  return ((await meta.get('metricCounts'))?.value as StoredMetrics | undefined) ?? { counts: [] }
}

/**
 * Sends what was counted, at most once per `REPORT_INTERVAL`, and without the user's token. A report without an answer stays
 * and is repeated under the same id. No-op while the server is known to be unreachable. Throws what `call` throws.
 */
export async function sendMetrics(sender: Omit<MetricsReport, 'id' | 'counts'> & { version: string }): Promise<void> {
  if (!navigator.onLine || isServerUnreachable()) return
  const report = await claimReport()
  if (!report) return
  const { version, ...browser } = sender
  // Another version may have counted buckets that this one does not know: the server would refuse the whole report.
  const counts = v.parse(
    listOf(MetricCount),
    report.counts.map((one) => ({ version, ...one })),
  )
  try {
    if (counts.length > 0)
      await call(
        userMetricsApi.report,
        { body: { id: report.id, ...browser, counts } },
        { isReport: true, keepalive: true },
      )
  } catch (failure) {
    if (isMissing(failure)) await storeMetricsPolicy('off')
    if (failure instanceof Refused && !failure.isTemporary) await deleteReport(report.id)
    throw failure
  }
  await deleteReport(report.id)
}

/** Returns the report to send now. Other tabs get none for the next `REPORT_INTERVAL`. */
async function claimReport(): Promise<StoredMetrics['report']> {
  const database = await device()
  const { meta } = database
  return database.transaction('rw', meta, async () => {
    const last = await meta.get('metricsSentAt')
    const isEarly = typeof last?.value === 'number' && isStillAhead(last.value + REPORT_INTERVAL, REPORT_INTERVAL)
    if (isEarly || !(await isMeasuringIn(database))) return undefined
    const { counts, report } = await storedIn(database)
    if (!report && counts.length === 0) return undefined
    const claimed = report ?? { id: uuid(), counts }
    const value: StoredMetrics = { counts: report ? counts : [], report: claimed }
    await meta.bulkPut([
      { key: 'metricsSentAt', value: clock.now() },
      { key: 'metricCounts', value },
    ])
    return claimed
  })
}

async function deleteReport(id: string): Promise<void> {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    const { counts, report } = await storedIn(database)
    if (report?.id === id) await database.meta.put({ key: 'metricCounts', value: { counts } satisfies StoredMetrics })
  })
}
