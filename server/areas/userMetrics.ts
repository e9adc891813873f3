import { eq, lt, sql } from 'drizzle-orm'
import { type MetricCount, type MetricsReport, userMetricsApi } from '#contract/userMetrics.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { userMetrics } from '#server/database/schema/userMetrics.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt, noteOnce } from '#server/http/throttle.ts'
import { refuse } from '#server/platform/refuse.ts'

const DAY = 86_400_000
/** Days after which counts are deleted: a year can be compared with the one before. */
const RETENTION = 400
/**
 * Rows of a day, about. Reports are anonymous, so anybody can invent versions and kinds: above this, counts are added up
 * without them. A real day with 20 browsers, 3 builds and every kind of mutation has about 5,000.
 */
const ROWS_PER_DAY = 20_000
/** Reports of one address per hour: a device sends one, and mobile networks share an address among many. */
const REPORTS_PER_HOUR = 300
/** A report that came without its sender learning so is repeated within this time, in seconds. */
const REPEATED_FOR = 7 * 86_400

type Row = typeof userMetrics.$inferInsert

/** Adds the reports of users' devices to the counts of the day (docs/operations.md#user-metrics). */
export function serveUserMetrics(api: Api): void {
  serve(api, userMetricsApi.report, async ({ body, http, database, clock, settings }) => {
    if ((settings.userMetrics ?? 'off') === 'off') refuse('not_found')
    const address = clientAddress(http, settings)
    await countAttempt({ database, clock }, [{ key: `metrics:${address}`, limit: REPORTS_PER_HOUR, seconds: 3600 }])
    await database.transaction(async (transaction) => {
      const context = { database: transaction, clock }
      if (await noteOnce(context, `metrics-report:${body.id}`, REPEATED_FOR)) await addToDay(context, body)
    })
    return { data: { accepted: true } }
  })
}

async function addToDay({ database, clock }: DatabaseContext, report: MetricsReport): Promise<void> {
  const day = dayOf(clock())
  const isFull = (await database.$count(userMetrics, eq(userMetrics.day, day))) >= ROWS_PER_DAY
  const rows = summed(report.counts.map((count) => rowOf(day, report, count, isFull)))
  await database
    .insert(userMetrics)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        userMetrics.day,
        userMetrics.metric,
        userMetrics.detail,
        userMetrics.bucket,
        userMetrics.engine,
        userMetrics.engineVersion,
        userMetrics.appVersion,
        userMetrics.installed,
      ],
      set: { count: sql`${userMetrics.count} + excluded.count` },
    })
}

/** `isCoarse`: without what makes many different rows. */
function rowOf(day: string, report: MetricsReport, counted: MetricCount, isCoarse: boolean): Row {
  const { metric, count, version } = counted
  const kind = 'kind' in counted ? counted.kind : undefined
  const reason = 'reason' in counted ? counted.reason : ''
  return {
    day,
    metric,
    detail: kind === undefined ? reason : isCoarse ? 'other' : kind,
    bucket: 'from' in counted ? counted.from : 0,
    engine: report.engine,
    engineVersion: isCoarse ? 0 : report.engineVersion,
    appVersion: isCoarse ? 'other' : version,
    installed: report.installed,
    count,
  }
}

/**
 * One row per key, as `on conflict` requires, in the order of the keys: two reports at a time then lock their rows in the
 * same order.
 */
function summed(rows: Row[]): Row[] {
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const { count, ...rest } = row
    const key = JSON.stringify(Object.values(rest))
    byKey.set(key, { ...row, count: (byKey.get(key)?.count ?? 0) + count })
  }
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** Deletes counts older than `RETENTION` days. */
export async function deleteOldUserMetrics({ database, clock }: DatabaseContext): Promise<void> {
  const oldest = dayOf(new Date(clock().getTime() - RETENTION * DAY))
  await database.delete(userMetrics).where(lt(userMetrics.day, oldest))
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
