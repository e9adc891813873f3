import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { one, Version } from './shapes.ts'

/**
 * How far a person's things have come: each change counts it up. `own`: the change came from the device that is told, which
 * knows of it. Never the data itself.
 */
export const Standing = v.object({ version: Version, own: v.optional(v.boolean(), false) })
export type Standing = v.InferOutput<typeof Standing>

/** As a stream, each message's data is a `Standing`: the first says how things stand, the others that they have changed. */
export const EVENT_STREAM = 'text/event-stream'
/** So often something comes, in ms, if only to say that the stream lives. */
export const HEARTBEAT = 25_000

export const eventsApi = {
  /** Asked for a stream (`Accept`), it is one. A server without this call says 404 or 405. */
  show: endpoint('GET', '/api/user/events', { access: 'user', reply: one(Standing) }),
}
