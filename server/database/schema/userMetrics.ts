import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ENGINES } from '#contract/userMetrics.ts'
import { id } from './columns.ts'

/**
 * What users' devices counted, added up by day: no row belongs to a user or to a report. A row says that on this day
 * `count` values of the metric were in the bucket.
 */
export const userMetrics = pgTable(
  'user_metrics',
  {
    /** the day on which the server got it, in UTC */
    day: date('day', { mode: 'string' }).notNull(),
    metric: text('metric').notNull(),
    /** kind of mutation or reason of a failure; empty for web vitals */
    detail: text('detail').notNull(),
    /** lower bound of the bucket (`METRIC_BUCKETS`); 0 for failures */
    bucket: integer('bucket').notNull(),
    engine: text('engine', { enum: ENGINES }).notNull(),
    engineVersion: integer('engine_version').notNull(),
    appVersion: text('app_version').notNull(),
    installed: boolean('installed').notNull(),
    count: id('count').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'user_metrics_key',
      columns: [
        table.day,
        table.metric,
        table.detail,
        table.bucket,
        table.engine,
        table.engineVersion,
        table.appVersion,
        table.installed,
      ],
    }),
  ],
)
