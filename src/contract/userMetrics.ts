import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { one } from './shapes.ts'
import { Uuid } from './sync.ts'

/** Lower bounds of the buckets of loading times, in ms. They contain the thresholds of web.dev/articles/vitals. */
const LOADING = [0, 200, 400, 600, 800, 1000, 1400, 1800, 2500, 3000, 4000, 6000, 10_000] as const
/** In ms. */
const RESPONSE = [0, 50, 100, 200, 300, 500, 1000, 2000] as const
/** In thousandths of the layout shift score. */
const SHIFT = [0, 10, 50, 100, 150, 250, 500] as const
/** Waits of mutations, in ms: from an answer at once to a week without a network. */
const WAIT = [0, 500, 1000, 3000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000] as const
/** Delivery attempts of a mutation. */
const ATTEMPTS = [1, 2, 3, 4, 6, 10, 20] as const

/** Lower bounds of the buckets of each metric, ascending. A value belongs to the bucket with the highest bound up to it. */
export const METRIC_BUCKETS = {
  FCP: LOADING,
  LCP: LOADING,
  TTFB: LOADING,
  INP: RESPONSE,
  CLS: SHIFT,
  confirmed: WAIT,
  refused: WAIT,
  attempts: ATTEMPTS,
} as const satisfies Record<string, readonly [number, ...number[]]>

/** How often a device counted one bucket between two reports, at most. */
export const METRIC_COUNT_MAX = 10_000
/** Buckets of one report, at most. */
export const METRIC_REPORT_MAX = 200

/** The build that was running: `1.2.0+1f2e3d4c`. */
const AppVersion = v.pipe(v.string(), v.regex(/^[\w.+-]{1,40}$/))
const Kind = v.pipe(v.string(), v.regex(/^[a-z]{1,20}\.[a-zA-Z]{1,20}$/))

const counted = {
  version: AppVersion,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(METRIC_COUNT_MAX)),
}

function vital<Metric extends 'FCP' | 'LCP' | 'TTFB' | 'INP' | 'CLS'>(metric: Metric) {
  return v.object({ metric: v.literal(metric), from: v.picklist(METRIC_BUCKETS[metric]), ...counted })
}

/** By kind of mutation, for example `watchlist.setSaved`. */
function ofMutation<Metric extends 'confirmed' | 'refused' | 'attempts'>(metric: Metric) {
  return v.object({ metric: v.literal(metric), kind: Kind, from: v.picklist(METRIC_BUCKETS[metric]), ...counted })
}

/** One bucket of a metric and how often it was counted. `from`: the lower bound of the bucket. */
export const MetricCount = v.variant('metric', [
  vital('FCP'),
  vital('LCP'),
  vital('TTFB'),
  vital('INP'),
  vital('CLS'),
  ofMutation('confirmed'),
  ofMutation('refused'),
  ofMutation('attempts'),
  /** Failed delivery attempts: no connection, no answer in time, an answer of something else, or the server's status. */
  v.object({
    metric: v.literal('failure'),
    reason: v.pipe(v.string(), v.regex(/^(network|timeout|foreign|[45]\d\d)$/)),
    ...counted,
  }),
])
export type MetricCount = v.InferOutput<typeof MetricCount>

export const ENGINES = ['chromium', 'webkit', 'firefox', 'other'] as const

/** What a device counted since its last report. It names no user, no title and no address. */
const MetricsReport = v.object({
  /** Random, and the same when the report is repeated: it is added up once. Forgotten after a week. */
  id: Uuid,
  engine: v.picklist(ENGINES),
  /** The browser's major version. */
  engineVersion: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
  /** The app was opened from the home screen. */
  installed: v.boolean(),
  counts: v.pipe(v.array(MetricCount), v.minLength(1), v.maxLength(METRIC_REPORT_MAX)),
})
export type MetricsReport = v.InferOutput<typeof MetricsReport>

/**
 * An extension of the specification, off without it. The path has no word that content blockers look for.
 */
export const userMetricsApi = {
  /** Adds to the counts of the day; the server stores no report. 404 where the operator's policy is `off`. */
  report: endpoint('POST', '/api/app-health', {
    body: MetricsReport,
    reply: one(v.object({ accepted: v.boolean() })),
  }),
}
