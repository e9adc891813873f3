import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { Id, lenient, one } from './shapes.ts'
import { Uuid } from './sync.ts'

/** Addresses of push services are long, and not endless. */
const ENDPOINT_MAX = 1000
/** No clock on earth is further from UTC, in minutes. */
const OFFSET_MAX = 14 * 60

/** What a browser says of its subscription (`PushSubscription.toJSON`), and how far its clock is ahead of UTC, in minutes. */
const Subscribing = v.object({
  endpoint: v.pipe(v.string('required'), v.maxLength(ENDPOINT_MAX), v.url()),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(==)?$/)),
  }),
  utcOffset: v.pipe(v.number(), v.integer(), v.minValue(-OFFSET_MAX), v.maxValue(OFFSET_MAX)),
})

/** What a push carries: the news, whom it is for, and how many they have not read. */
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

/** Web Push (RFC 8030, 8291, 8292). A server without these calls says 404 or 405: then nothing is pushed. */
export const pushApi = {
  /** The server's public key, which a browser subscribes with. */
  key: endpoint('GET', PATH, { access: 'user', reply: one(v.object({ key: v.pipe(v.string(), v.minLength(1)) })) }),
  /** Again and again does no harm: a browser has one subscription, that of whoever is signed in there. */
  subscribe: endpoint('POST', PATH, {
    access: 'user',
    body: Subscribing,
    reply: Subscribed,
  }),
  /** Whatever was there, there is none now. */
  unsubscribe: endpoint('DELETE', PATH, {
    access: 'user',
    body: v.pick(Subscribing, ['endpoint']),
    reply: Subscribed,
  }),
}
