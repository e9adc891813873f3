import { eq } from 'drizzle-orm'
import { type DataVersion, EVENT_STREAM, eventsApi, HEARTBEAT } from '#contract/events.ts'
import { HEADER_CLIENT } from '#contract/sync.ts'
import { authenticate } from '#server/accounts/tokens.ts'
import type { ChangeNotifications } from '#server/database/changeNotifications.ts'
import type { Database } from '#server/database/connect.ts'
import { versions } from '#server/database/schema/personal.ts'
import { requestIdOf } from '#server/http/observeCalls.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'

/** Lifetime of a stream in ms. The app reconnects, which checks its token again. */
const STREAM_LIFETIME = 10 * 60_000
/** Maximum open streams of a user per process; a newer one closes the oldest. */
const STREAMS_MAX = 20

/** A stream whose client has not read this many messages is closed. */
const UNREAD_MAX = 100

/** Serves the event stream that tells open apps that something of the user has changed, without the change itself. */
export function serveEvents(api: Api): void {
  /** Closes open streams, by user, oldest first. */
  const open = new Map<number, Set<() => void>>()
  api.hono.get(eventsApi.show.path, async (http, next) => {
    const { changes } = api
    if (!changes || !http.req.header('Accept')?.includes(EVENT_STREAM)) return next()
    const user = (await authenticate(api, http)) ?? refuse('unauthenticated')
    const streams = open.get(user.id) ?? new Set()
    open.set(user.id, streams)
    const { body, end } = openStream(changes, {
      userId: user.id,
      clientId: http.req.header(HEADER_CLIENT) ?? '',
      requestId: requestIdOf(http),
      readState: async () => ((await authenticate(api, http)) ? stateOf(api.database, user.id) : undefined),
      ended() {
        streams.delete(end)
        if (streams.size === 0 && open.get(user.id) === streams) open.delete(user.id)
      },
    })
    streams.add(end)
    const [oldest] = streams
    if (streams.size > STREAMS_MAX) oldest?.()
    http.header('Cache-Control', 'no-store')
    http.header('Content-Type', `${EVENT_STREAM}; charset=utf-8`)
    // Keeps nginx from buffering the stream.
    http.header('X-Accel-Buffering', 'no')
    return http.body(body)
  })

  serve(api, eventsApi.show, async ({ database, user }) => ({
    data: { version: await stateOf(database, user.id), own: false },
  }))
}

async function stateOf(database: Database, userId: number): Promise<number> {
  const [row] = await database.select({ version: versions.version }).from(versions).where(eq(versions.userId, userId))
  return row?.version ?? 0
}

/** Subscribes before reading the version, so that no change is lost in between. */
function openStream(
  changes: ChangeNotifications,
  subscriber: {
    userId: number
    clientId: string
    requestId: string | undefined
    /** the user's version; undefined when the session has ended */
    readState: () => Promise<number | undefined>
    ended: () => void
  },
): { body: ReadableStream<Uint8Array>; end: () => void } {
  const encoder = new TextEncoder()
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true
      // The limit of streams can end this one while its state is being read.
      const write = (text: string) => {
        if (!isOpen) return
        controller.enqueue(encoder.encode(text))
        if ((controller.desiredSize ?? 0) < -UNREAD_MAX) end()
      }
      const send = (state: DataVersion) => write(`data: ${JSON.stringify(state)}\n\n`)
      const readState = async () => {
        const version = await subscriber.readState()
        if (version === undefined) end()
        else send({ version, own: false })
      }
      const fail = (error: unknown) => {
        reportError('An event stream failed', error, subscriber.requestId)
        end()
      }
      const stopListening = changes.listen(subscriber.userId, {
        onChange({ version, by }) {
          if (version === undefined) readState().catch(fail)
          else send({ version, own: by !== '' && by === subscriber.clientId })
        },
        onEnd: () => end(),
      })
      const heart = setInterval(() => write(':\n\n'), HEARTBEAT)
      const life = setTimeout(() => end(), STREAM_LIFETIME)
      for (const timer of [heart, life]) timer.unref()
      end = () => {
        if (!isOpen) return
        isOpen = false
        stopListening()
        clearInterval(heart)
        clearTimeout(life)
        subscriber.ended()
        try {
          controller.close()
        } catch (error) {
          // The client has already cancelled the stream.
          ignoring('closing an event stream', 'ERR_INVALID_STATE')(error)
        }
      }
      await readState().catch(fail)
    },
    cancel: () => end(),
  })
  return { body, end: () => end() }
}
