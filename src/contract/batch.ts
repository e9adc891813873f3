import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lenient } from './shapes.ts'
import { Uuid } from './sync.ts'

/** Most mutations of one call (sync page, "Towards the server"). */
export const BATCH_MAX = 100

/** A queued call inside a batch: what would be its headers, and its call. The client id is the batch's own header. */
const Sent = v.object({
  key: Uuid,
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** as `X-Mutation-Age`, ms */
  age: v.pipe(v.number(), v.minValue(0)),
  method: v.picklist(['POST', 'DELETE']),
  /** the path of a queued call, filled in */
  path: v.pipe(v.string(), v.startsWith('/api/user/'), v.maxLength(200)),
  body: v.optional(v.unknown()),
})
export type Sent = v.InferOutput<typeof Sent>

const Answered = v.object({
  key: Uuid,
  /** as the single call would have answered */
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  /** seconds, when the single call would have said `Retry-After` */
  retryAfter: lenient(v.nullable(v.number()), null),
  body: v.optional(v.unknown()),
})
export type Answered = v.InferOutput<typeof Answered>

export const batchApi = {
  /**
   * Each mutation is carried out on its own, in the order given, and answered on its own: one that is refused stops no
   * other. A server without this call says 404 or 405.
   */
  send: endpoint('POST', '/api/user/mutations', {
    access: 'user',
    body: v.object({ mutations: v.pipe(v.array(Sent), v.minLength(1), v.maxLength(BATCH_MAX)) }),
    reply: v.object({ data: v.array(Answered) }),
  }),
}
