import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { one, Version } from './shapes.ts'

/**
 * The version of the user's data, raised by every change; never the data itself. `own`: the change came from the
 * receiving device, which knows it already.
 */
export const DataVersion = v.object({ version: Version, own: v.optional(v.boolean(), false) })
export type DataVersion = v.InferOutput<typeof DataVersion>

/** Each message of the stream is a `DataVersion`: the first gives the current version, later ones announce changes. */
export const EVENT_STREAM = 'text/event-stream'
/** The stream sends at least one message or comment in this time, in ms, so that a dead stream is detected. */
export const HEARTBEAT = 25_000

export const eventsApi = {
  /** Answers with a stream when `Accept` asks for one. A server without this call answers 404 or 405. */
  show: endpoint('GET', '/api/user/events', { access: 'user', reply: one(DataVersion) }),
}
