import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lenient } from './shapes.ts'
import { Uuid } from './sync.ts'

/** Maximum number of mutations in one call (docs/sync.md#batch). */
export const BATCH_MAX = 100

/** A queued call inside a batch: its headers as fields, and the call. The client id is a header of the batch. */
const Sent = v.object({
  key: Uuid,
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** as `X-Mutation-Age`, in ms */
  age: v.pipe(v.number(), v.minValue(0)),
  method: v.picklist(['POST', 'DELETE']),
  /** the path of a queued call, with its parameters filled in */
  path: v.pipe(v.string(), v.startsWith('/api/user/'), v.maxLength(200)),
  body: v.optional(v.unknown()),
})
export type Sent = v.InferOutput<typeof Sent>

const Answered = v.object({
  key: Uuid,
  /** the body that the single call would have returned */
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  /** seconds; set when the single call would have sent `Retry-After` */
  retryAfter: lenient(v.nullable(v.number()), null),
  body: v.optional(v.unknown()),
})
export type Answered = v.InferOutput<typeof Answered>

export const batchApi = {
  /**
   * Applies each mutation separately, in the given order, and answers each: a refused mutation does not stop the next.
   * A server without this call answers 404 or 405.
   */
  send: endpoint('POST', '/api/user/mutations', {
    access: 'user',
    body: v.object({ mutations: v.pipe(v.array(Sent), v.minLength(1), v.maxLength(BATCH_MAX)) }),
    reply: v.object({ data: v.array(Answered) }),
  }),
}
