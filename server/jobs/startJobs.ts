import type { Settings } from '#server/config.ts'
import type { Connection, DatabaseContext } from '#server/database/connect.ts'
import { PUSHES_CHANNEL } from '#server/notifications/notify.ts'
import { notifyScheduledNews } from '#server/notifications/scheduledNews.ts'
import { sendPushes } from '#server/notifications/sendPushes.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { ignoring } from '#server/platform/reportError.ts'

/** Interval of looking for scheduled news, in ms. */
const NEWS_INTERVAL = 10 * 60_000
/** Interval of retrying deferred and failed pushes, in ms; new ones are sent at once. */
const PUSH_INTERVAL = 30_000

interface JobContext extends DatabaseContext {
  settings: Settings
  metrics?: Metrics | undefined
}

/** Starts notifying users and sending pushes. Returns a function that stops both and waits for the current run. */
export async function startJobs(
  context: JobContext,
  connection: Pick<Connection, 'listen'>,
): Promise<() => Promise<void>> {
  const { push } = context.settings
  const tell = repeated(() => notifyScheduledNews(context), NEWS_INTERVAL)
  const stopping = new AbortController()
  const send = push && repeated(() => sendPushes({ ...context, push }, stopping.signal), PUSH_INTERVAL)
  const stopListening = send && (await connection.listen(PUSHES_CHANNEL, send.now))
  return async () => {
    stopping.abort()
    await stopListening?.()
    await Promise.all([tell.stop(), send?.stop()])
  }
}

/**
 * Runs a job at once, at every interval and on request, never twice at a time. A failure is logged; the next run
 * retries.
 */
function repeated(act: () => Promise<unknown>, every: number) {
  let isAsked = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isAsked) {
      isAsked = false
      await act().catch(ignoring('a job'))
    }
    running = undefined
  }
  const now = () => {
    isAsked = true
    running ??= run()
  }
  const timer = setInterval(now, every)
  timer.unref()
  now()
  return {
    now,
    stop() {
      clearInterval(timer)
      isAsked = false
      return running ?? Promise.resolve()
    },
  }
}
