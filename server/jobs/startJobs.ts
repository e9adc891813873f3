import type { Settings } from '#server/config.ts'
import type { Connection } from '#server/database/connect.ts'
import { addPeriodicJobs, JOBS_CHANNEL } from '#server/database/jobQueue.ts'
import { LETTER_JOB } from '#server/notifications/mail/letters.ts'
import type { Transport } from '#server/notifications/mail/transports.ts'
import { PUSH } from '#server/notifications/notify.ts'
import { sendPushes } from '#server/notifications/sendPushes.ts'
import { ignoring } from '#server/platform/reportError.ts'
import { untilOneEnds } from '#server/platform/untilOneEnds.ts'
import { SWEEPS, type SweepContext, TASKS } from './housekeeping.ts'
import { type RunnerContext, runJobs } from './runJobs.ts'
import { letterJob } from './sendLetter.ts'

/** Interval of the periodic tasks, in ms. */
const TASK_INTERVAL = 10 * 60_000
/** Interval of the sweeps of the storage, in ms. */
const SWEEP_INTERVAL = 60 * 60_000
/** Interval of looking for due jobs and retrying pushes, in ms; new ones are taken at once. */
const LOOK_INTERVAL = 30_000
/** Letters that a process sends at a time: a mail server may take minutes to fail. */
const LETTERS_MAX = 5
/** A mail server that does not answer must not hold up the end of the process for longer, in ms. */
const LETTERS_STOP = 3_000

interface JobContext extends RunnerContext, SweepContext {
  settings: Settings
}

/**
 * Starts the periodic tasks, letters and pushes. Returns a function that stops them and waits for the current ones; a letter
 * that takes too long is sent again by another process.
 */
export async function startJobs(
  context: JobContext,
  connection: Pick<Connection, 'listen' | 'exclusively'>,
  transport: Transport,
): Promise<() => Promise<void>> {
  const { push } = context.settings
  const stopping = new AbortController()
  const stopped = stopping.signal
  const tasks = taskJobs(context, connection)
  await addPeriodicJobs(
    context,
    Object.fromEntries(Object.entries(tasks).map(([name, { interval }]) => [name, interval])),
  )
  const letters = { [LETTER_JOB]: letterJob(context, transport) }
  const work = repeated(() => runJobs(context, tasks, { jobsMax: 1, stopped }))
  const write = repeated(() => runJobs(context, letters, { jobsMax: LETTERS_MAX, stopped }))
  const send = push && repeated(() => sendPushes({ ...context, push }, stopped))
  const stopListening = await connection.listen(JOBS_CHANNEL, (kind) => {
    if (kind !== PUSH) write.now()
    if (kind !== LETTER_JOB) send?.now()
  })
  // Tasks wait for the first interval: a server that has just started has visitors to answer.
  write.now()
  send?.now()
  return async () => {
    stopping.abort()
    await stopListening()
    await Promise.all([work.stop(), untilOneEnds([write.stop()], LETTERS_STOP), send?.stop()])
  }
}

/** Runs tasks alone on the database and without the limits of calls: deleting what a long pause has left may take a while. */
function taskJobs(context: JobContext, { exclusively }: Pick<Connection, 'exclusively'>) {
  const jobs = (tasks: Readonly<Record<string, (alone: JobContext) => Promise<unknown>>>, interval: number) =>
    Object.entries(tasks).map(([name, task]) => {
      const run = () =>
        exclusively(async ({ database }) => {
          await task({ ...context, database })
        })
      return [name, { interval, run }] as const
    })
  return Object.fromEntries([...jobs(TASKS, TASK_INTERVAL), ...jobs(SWEEPS, SWEEP_INTERVAL)])
}

/** Runs an action at every interval and on request, never twice at a time. */
function repeated(act: () => Promise<unknown>) {
  let isAsked = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isAsked) {
      isAsked = false
      await act().catch(ignoring('looking for jobs'))
    }
    running = undefined
  }
  const now = () => {
    isAsked = true
    running ??= run()
  }
  const timer = setInterval(now, LOOK_INTERVAL)
  timer.unref()
  return {
    now,
    stop() {
      clearInterval(timer)
      isAsked = false
      return running ?? Promise.resolve()
    },
  }
}
