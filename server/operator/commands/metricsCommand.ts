import { gt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { userMetrics } from '#server/database/schema/userMetrics.ts'
import { defineCommand } from '#server/operator/command.ts'
import { groupBy } from '#server/platform/groupBy.ts'

const DAY = 86_400_000
/** Shares of the values that are below a percentile. Web vitals are judged by the 75th. */
const PERCENTILES = [0.5, 0.75, 0.95] as const

/** What a line of the command can be of, besides its metric. */
export const METRIC_GROUPS = {
  browser: sql<string>`${userMetrics.engine} || ' ' || ${userMetrics.engineVersion}`,
  version: sql<string>`${userMetrics.appVersion}`,
  installed: sql<string>`case when ${userMetrics.installed} then 'installed' else 'in the browser' end`,
}
type Group = keyof typeof METRIC_GROUPS

interface Bucket {
  bucket: number
  count: number
}

/**
 * `metrics`: what users' devices reported. Percentiles are lower bounds of buckets: ms, thousandths for CLS, and attempts.
 * Failures have a number only.
 */
export const showMetrics = defineCommand(
  v.strictObject({
    days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(400)),
    by: v.optional(v.picklist(Object.keys(METRIC_GROUPS) as Group[])),
  }),
  async ({ connection: { database }, clock }, { days, by }) => {
    const { day, metric, detail, bucket } = userMetrics
    const group = by === undefined ? sql<string>`''` : METRIC_GROUPS[by]
    const since = new Date(clock().getTime() - days * DAY).toISOString().slice(0, 10)
    const found = await database
      .select({ metric, detail, group, bucket, count: sql`sum(${userMetrics.count})`.mapWith(Number) })
      .from(userMetrics)
      .where(gt(day, since))
      .groupBy(metric, detail, sql`3`, bucket)
      .orderBy(metric, detail, sql`3`, bucket)
    const lines = groupBy(found, (row) => JSON.stringify([row.metric, row.detail, row.group]))
    return {
      metrics: [...lines.values()].flatMap((buckets) => {
        const [first] = buckets
        if (!first) return []
        const values = buckets.reduce((sum, { count }) => sum + count, 0)
        const line = { metric: first.metric, detail: first.detail, group: first.group, values }
        if (first.metric === 'failure') return [line]
        const [p50, p75, p95] = PERCENTILES.map((share) => percentile(buckets, share * values))
        return [{ ...line, p50, p75, p95 }]
      }),
    }
  },
)

/** The bucket that holds the value after the first `below` ones. */
function percentile(ascending: Bucket[], below: number): number {
  let seen = 0
  for (const { bucket, count } of ascending) {
    seen += count
    if (seen >= below) return bucket
  }
  return 0
}
