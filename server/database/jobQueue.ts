import { and, count, eq, gt, inArray, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { Queue } from '#server/platform/metrics.ts'
import type { DatabaseContext } from './connect.ts'
import { jobs } from './schema/jobs.ts'

/** Channel that announces new jobs and pushes by their kind. */
export const JOBS_CHANNEL = 'parde_jobs'

/** A process that has not renewed its lease for this long is considered dead, in ms. */
export const JOB_LEASE = 60_000
/** Longer than intervals and delays: a later time comes from a clock that was wrong. */
const LONGEST_WAIT = sql.raw("interval '2 hours'")

/** A job that this process runs. */
export type Job = Pick<typeof jobs.$inferSelect, 'id' | 'kind' | 'facts' | 'since' | 'failures'>

/** Adds a job, to run when the transaction is committed. Inside a transaction pass the transaction as the database. */
export async function addJob({ database, clock }: DatabaseContext, kind: string, facts: object): Promise<void> {
  const now = clock()
  await database.insert(jobs).values({ kind, facts, since: now, dueAt: now })
  await database.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${kind})`)
}

/** Adds periodic jobs that the database does not have yet. Each runs first when its interval, in ms, has passed. */
export async function addPeriodicJobs(
  { database, clock }: DatabaseContext,
  intervals: Readonly<Record<string, number>>,
): Promise<void> {
  const rows = Object.entries(intervals).map(([kind, interval]) => {
    const first = new Date(clock().getTime() + interval)
    return { kind, since: first, dueAt: first }
  })
  await database.insert(jobs).values(rows).onConflictDoNothing()
}

/** Leases due jobs of these kinds, earliest first. No other process gets them before the lease has ended. */
export async function leaseJobs(
  { database, clock }: DatabaseContext,
  kinds: readonly string[],
  most: number,
): Promise<Job[]> {
  // A CTE, because PostgreSQL may run a subquery again and lease further jobs.
  const due = database.$with('due').as(
    database
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(inArray(jobs.kind, kinds), isDue(clock())))
      .orderBy(jobs.dueAt)
      .limit(most)
      .for('update', { skipLocked: true }),
  )
  const { id, kind, facts, since, failures } = jobs
  return database
    .with(due)
    .update(jobs)
    .set({ dueAt: leaseEnd(clock()) })
    .where(inArray(jobs.id, database.select({ id: due.id }).from(due)))
    .returning({ id, kind, facts, since, failures })
}

export async function renewLease({ database, clock }: DatabaseContext, job: Job): Promise<void> {
  await database
    .update(jobs)
    .set({ dueAt: leaseEnd(clock()) })
    .where(eq(jobs.id, job.id))
}

/** Deletes a job that is done, or schedules the next run of a periodic one. */
export async function finishJob({ database, clock }: DatabaseContext, job: Job, interval?: number): Promise<void> {
  if (interval === undefined) {
    await database.delete(jobs).where(eq(jobs.id, job.id))
    return
  }
  const next = new Date(clock().getTime() + interval)
  await database.update(jobs).set({ since: next, dueAt: next, failures: 0 }).where(eq(jobs.id, job.id))
}

/** Schedules another attempt of a job that failed, after this many ms. */
export async function retryJob({ database, clock }: DatabaseContext, job: Job, delay: number): Promise<void> {
  const dueAt = new Date(clock().getTime() + delay)
  await database
    .update(jobs)
    .set({ dueAt, failures: sql`${jobs.failures} + 1` })
    .where(eq(jobs.id, job.id))
}

/** The number of jobs that are due, run or wait for another attempt, in all processes, and since when the first, in seconds. */
export async function waitingJobs({ database, clock }: DatabaseContext, kinds: readonly string[]): Promise<Queue> {
  const now = clock()
  const [row] = await database
    .select({ length: count(), first: min(jobs.since) })
    .from(jobs)
    .where(and(inArray(jobs.kind, kinds), lte(jobs.since, now)))
  return { length: row?.length ?? 0, age: row?.first ? (now.getTime() - row.first.getTime()) / 1_000 : 0 }
}

function isDue(now: Date): SQL | undefined {
  return or(lte(jobs.dueAt, now), gt(jobs.dueAt, sql`${now.toISOString()}::timestamptz + ${LONGEST_WAIT}`))
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + JOB_LEASE)
}
