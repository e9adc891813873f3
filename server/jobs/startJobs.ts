import type { Settings } from '#server/config.ts'
import type { Connection, DatabaseContext } from '#server/database/connect.ts'
import { PUSHES_CHANNEL } from '#server/notifications/notify.ts'
import { notifyScheduledNews } from '#server/notifications/scheduledNews.ts'
import { sendPushes } from '#server/notifications/sendPushes.ts'

/** What happens by itself with time is looked for so often, in ms. */
const NEWS_EVERY = 10 * 60_000
/** Pushes go when something is put on its way; what was held back or failed is looked for so often, in ms. */
const PUSHES_EVERY = 30_000

interface JobContext extends DatabaseContext {
  settings: Settings
}

/** Tells people what is new of theirs, and pushes it; answers how to stop, which waits for what is under way. */
export async function startJobs(
  context: JobContext,
  connection: Pick<Connection, 'listen'>,
): Promise<() => Promise<void>> {
  const { push } = context.settings
  const tell = repeated(() => notifyScheduledNews(context), NEWS_EVERY)
  const send = push && repeated(() => sendPushes({ ...context, push }), PUSHES_EVERY)
  const stopListening = send && (await connection.listen(PUSHES_CHANNEL, send.now))
  return async () => {
    await stopListening?.()
    await Promise.all([tell.stop(), send?.stop()])
  }
}

/** Does a thing at once, every so often, and when told; never twice at a time. A failure is told and tried again later. */
function repeated(act: () => Promise<unknown>, every: number) {
  let isAsked = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isAsked) {
      isAsked = false
      await act().catch((error: unknown) => console.error('a job failed, tried again later:', error))
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
