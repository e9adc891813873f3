import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ignoring, reportError } from './reportError.ts'

/** Upper bounds of durations, in seconds: from an answer out of a cache to the timeout of a statement. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STATEMENT_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 8]
/** Interval of measuring the delay of the event loop, in ms; each measurement wakes an idle process. */
const EVENT_LOOP_PRECISION = 20
/** A source that takes longer is left out of the answer, in ms: Prometheus waits 10 s for all of them. */
const SOURCE_TIMEOUT = 2_000

/** The number of waiting items, and for how long the first one has waited, in seconds. */
export interface Queue {
  length: number
  age: number
}

/** Parts of the server that are read at each request of Prometheus. */
export interface MetricSources {
  /** Connections to the database server and who waits for one; undefined with the embedded database. */
  pool: (() => { busy: number; idle: number; waiting: number }) | undefined
  pushes(): Promise<Queue>
  mails(): Promise<Queue>
  tasks(): Promise<Queue>
  streams(): number
  /** Pictures that were served from a file or from memory, and rendered ones. */
  pictures(): CacheUse
  answers(): CacheUse
}

/** How often a cache had what was asked for. */
export interface CacheUse {
  hits: number
  misses: number
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the metrics of this process (docs/operations.md#metrics). Labels have few values, and none of a user: routes as
 * the contract has them, never addresses.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION })
  const calls = new Counter({
    name: 'parde_calls_total',
    help: 'Answered calls of the API by status code',
    labelNames: ['status'],
    registers,
  })
  const callDurations = new Histogram({
    name: 'parde_call_duration_seconds',
    help: 'Time until the head of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const inProgress = new Gauge({ name: 'parde_calls_in_progress', help: 'Calls of the API in progress', registers })
  const refused = new Counter({
    name: 'parde_calls_refused_total',
    help: 'Calls refused because too many others were in progress',
    registers,
  })
  const mutations = new Counter({
    name: 'parde_mutations_total',
    help: 'Queued mutations by call and result: an outcome of the contract, or the code of the refusal',
    labelNames: ['kind', 'result'],
    registers,
  })
  const statements = new Histogram({
    name: 'parde_database_statement_duration_seconds',
    help: 'Time until a statement was answered; in the embedded database, the wait for its turn included',
    labelNames: ['statement'],
    buckets: STATEMENT_BUCKETS,
    registers,
  })
  const failedStatements = new Counter({
    name: 'parde_database_statements_failed_total',
    help: 'Statements that failed',
    registers,
  })
  const connectionWaits = new Histogram({
    name: 'parde_database_connection_wait_seconds',
    help: 'Time until the pool gave a connection',
    buckets: STATEMENT_BUCKETS,
    registers,
  })
  const replicaReads = new Counter({
    name: 'parde_replica_reads_total',
    help: 'Reads of the catalogue by result: used (the replica), or behind and failed (the primary instead)',
    labelNames: ['result'],
    registers,
  })
  const jobs = new Counter({
    name: 'parde_jobs_total',
    help: 'Runs of periodic tasks and letters by result: done, or failed (run again later)',
    labelNames: ['kind', 'result'],
    registers,
  })
  const mailsSent = new Counter({
    name: 'parde_mails_total',
    help: 'Mail by result: sent or failed',
    labelNames: ['result'],
    registers,
  })
  const pushesSent = new Counter({
    name: 'parde_pushes_total',
    help: 'Deliveries to push services by result: taken, gone (no such subscription), refused (dropped) or later (tried again)',
    labelNames: ['result'],
    registers,
  })

  return {
    /** Counts an answered call. `route` is a pattern, `seconds` the time until its head. */
    called({ method, route, status, seconds }: { method: string; route: string; status: number; seconds: number }) {
      calls.inc({ status })
      callDurations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
    callBegan: () => inProgress.inc(),
    callEnded: () => inProgress.dec(),
    callRefused: () => refused.inc(),
    mutated: (kind: string, result: string) => mutations.inc({ kind, result }),
    statementEnded(statement: string, seconds: number, hasFailed: boolean) {
      statements.observe({ statement }, seconds)
      if (hasFailed) failedStatements.inc()
    },
    connectionAcquired: (seconds: number) => connectionWaits.observe(seconds),
    jobEnded: (kind: string, result: 'done' | 'failed') => jobs.inc({ kind, result }),
    replicaRead: (result: 'used' | 'behind' | 'failed') => replicaReads.inc({ result }),
    mailEnded: (result: 'sent' | 'failed') => mailsSent.inc({ result }),
    pushEnded: (result: 'taken' | 'gone' | 'refused' | 'later') => pushesSent.inc({ result }),
    /** Adds the metrics of these parts. */
    watch: (sources: MetricSources) => watchSources(registry, sources),
    /** The answer to Prometheus. */
    async respond(): Promise<Response> {
      const text = await registry.metrics()
      return new Response(text, { headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' } })
    },
  }
}

function watchSources(
  registry: Registry,
  { pool, pushes, mails, tasks, streams, pictures, answers }: MetricSources,
): void {
  const registers = [registry]
  if (pool) {
    new Gauge({
      name: 'parde_database_connections',
      help: 'Connections of the pool by state: busy or idle',
      labelNames: ['state'],
      registers,
      collect() {
        const { busy, idle } = pool()
        this.set({ state: 'busy' }, busy)
        this.set({ state: 'idle' }, idle)
      },
    })
    gauge('parde_database_connections_waited_for', 'Calls that wait for a connection of the pool', () => pool().waiting)
  }
  queue('push', 'Pushes that are due, of all processes', pushes)
  queue('mail', 'Mail that is not sent, of all processes', mails)
  queue('task', 'Periodic tasks that are due, of all processes', tasks)
  gauge('parde_event_streams', 'Open event streams', streams)
  cache('picture', 'Pictures by result: hit (from a file or memory) or miss (rendered)', pictures)
  cache('answer', 'Public answers by result: hit (computed in the last minute) or miss', answers)

  function gauge(name: string, help: string, read: () => number) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  function queue(name: string, help: string, read: () => Promise<Queue>) {
    // Two metrics share one read per request.
    let pending: Promise<Queue | undefined> | undefined
    const shared = () => {
      pending ??= inTime(name, read).finally(() => {
        pending = undefined
      })
      return pending
    }
    const part = (unit: string, about: string, numberOf: (queue: Queue) => number) =>
      new Gauge({
        name: `parde_${name}_queue_${unit}`,
        help: about,
        registers,
        async collect() {
          const found = await shared()
          if (found) this.set(numberOf(found))
          else this.remove()
        },
      })
    part('length', help, ({ length }) => length)
    part('age_seconds', `Wait of the first: ${help}`, ({ age }) => age)
  }

  function cache(name: string, help: string, read: () => CacheUse) {
    new Counter({
      name: `parde_${name}_cache_total`,
      help,
      labelNames: ['result'],
      registers,
      collect() {
        const { hits, misses } = read()
        this.reset()
        this.inc({ result: 'hit' }, hits)
        this.inc({ result: 'miss' }, misses)
      },
    })
  }
}

/** Undefined for a source that fails or takes too long: the other metrics are needed most while it does. */
async function inTime(name: string, read: () => Promise<Queue>): Promise<Queue | undefined> {
  const waited = new AbortController()
  const late = wait(SOURCE_TIMEOUT, undefined, { signal: waited.signal, ref: false }).catch(
    ignoring('waiting for a queue', 'AbortError'),
  )
  try {
    return await Promise.race([read(), late])
  } catch (error) {
    reportError(`Reading the ${name} queue failed`, error)
    return undefined
  } finally {
    waited.abort()
  }
}
