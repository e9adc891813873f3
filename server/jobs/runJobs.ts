import type { DatabaseContext } from '#server/database/connect.ts'
import { finishJob, JOB_LEASE, type Job, leaseJobs, renewLease, retryJob } from '#server/database/jobQueue.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import { untilOneEnds } from '#server/platform/untilOneEnds.ts'

/** First and longest delay after a failure, in ms; doubled with each. */
const FIRST_RETRY = 30_000
const LONGEST_RETRY = 3_600_000
/** While jobs run, new ones are looked for at least this often, in ms. */
const LOOK_INTERVAL = 1_000

/** How jobs of a kind are run. */
export interface JobKind {
  /** A rejection means that the job is run again later. */
  run(job: Job): Promise<void>
  /** Interval of a periodic job, in ms; other jobs run once. */
  interval?: number
}

export interface RunnerContext extends DatabaseContext {
  metrics?: Metrics | undefined
}

/**
 * Runs all due jobs of these kinds, at most `jobsMax` at a time. Any number of processes may run it: each leases jobs that no
 * other has. A job of a process that died is run by another one when its lease has ended, so a job may begin twice.
 * `stopped` lets jobs under way end and starts no others.
 */
export async function runJobs(
  context: RunnerContext,
  kinds: Readonly<Record<string, JobKind>>,
  { jobsMax, stopped }: { jobsMax: number; stopped?: AbortSignal },
): Promise<void> {
  const running = new Set<Promise<void>>()
  for (;;) {
    if (!stopped?.aborted && running.size < jobsMax) {
      for (const job of await leaseJobs(context, Object.keys(kinds), jobsMax - running.size)) {
        const run: Promise<void> = runJob(context, kinds[job.kind], job)
          .catch(ignoring('ending a job'))
          .finally(() => running.delete(run))
        running.add(run)
      }
    }
    if (running.size === 0) return
    await untilOneEnds(running, LOOK_INTERVAL)
  }
}

async function runJob(context: RunnerContext, kind: JobKind | undefined, job: Job): Promise<void> {
  const renewing = setInterval(() => {
    renewLease(context, job).catch(ignoring('renewing the lease of a job'))
  }, JOB_LEASE / 3)
  try {
    await kind?.run(job)
    await finishJob(context, job, kind?.interval)
    context.metrics?.jobEnded(job.kind, 'done')
  } catch (error) {
    reportError(`The job ${job.kind} failed and is run again`, error)
    context.metrics?.jobEnded(job.kind, 'failed')
    await retryJob(context, job, Math.min(FIRST_RETRY * 2 ** Math.min(job.failures, 20), LONGEST_RETRY))
  } finally {
    clearInterval(renewing)
  }
}
