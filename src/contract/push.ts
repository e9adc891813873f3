import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { Id, lenient, one } from './shapes.ts'
import { Uuid } from './sync.ts'

/** Addresses of push services are long; this is the maximum length accepted. */
const ENDPOINT_MAX = 1000
/** The largest offset from UTC in use, in minutes. */
const OFFSET_MAX = 14 * 60

/** A browser's subscription (`PushSubscription.toJSON`) and its clock's offset from UTC, in minutes. */
const Subscribing = v.object({
  endpoint: v.pipe(v.string('required'), v.maxLength(ENDPOINT_MAX), v.url()),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(==)?$/)),
  }),
  utcOffset: v.pipe(v.number(), v.integer(), v.minValue(-OFFSET_MAX), v.maxValue(OFFSET_MAX)),
})

/** The payload of a push: the notification, its recipient, and their number of unread notifications. */
export const PushMessage = v.object({
  userId: Id,
  id: Uuid,
  kind: lenient(v.picklist(NOTIFICATION_KINDS), 'other'),
  title: v.pipe(v.string(), v.minLength(1)),
  body: lenient(v.string(), ''),
  path: lenient(v.nullable(v.string()), null),
  unread: lenient(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

const Subscribed = one(v.object({ subscribed: v.boolean() }))

const PATH = '/api/user/push-subscriptions'

/** Web Push (RFC 8030, 8291, 8292). A server without these calls answers 404 or 405, and pushes stay off. */
export const pushApi = {
  /** The server's public key for `PushManager.subscribe`. */
  key: endpoint('GET', PATH, { access: 'user', reply: one(v.object({ key: v.pipe(v.string(), v.minLength(1)) })) }),
  /** Idempotent: a browser has one subscription, owned by the user who is signed in there. */
  subscribe: endpoint('POST', PATH, {
    access: 'user',
    body: Subscribing,
    reply: Subscribed,
  }),
  /** Removes the subscription, if there is one. */
  unsubscribe: endpoint('DELETE', PATH, {
    access: 'user',
    body: v.pick(Subscribing, ['endpoint']),
    reply: Subscribed,
  }),
}
