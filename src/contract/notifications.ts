import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IsoTime, lenient, Version } from './shapes.ts'
import { acknowledged, DeltaQuery, deltaOrPage, Uuid } from './sync.ts'

export const NOTIFICATION_KINDS = [
  'request',
  'released',
  'dubbed',
  'episode',
  'subscription',
  'reply',
  'other',
] as const
/** Most ids one call may name; more are more calls. */
export const READ_MARKS_MAX = 500

export const Notification = v.object({
  id: Uuid,
  kind: lenient(v.picklist(NOTIFICATION_KINDS), 'other'),
  title: v.string(),
  body: lenient(v.string(), ''),
  /** where in the app it leads: a path of this site */
  path: lenient(v.nullable(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))), null),
  createdAt: IsoTime,
  readAt: lenient(v.nullable(IsoTime), null),
  version: Version,
})
export type Notification = v.InferOutput<typeof Notification>

const NotificationTombstone = v.object({ id: Uuid, deleted: v.literal(true), version: Version })

/** What is read stays read: marks only grow. `until`: the newest that the person had seen when saying "all". */
export const ReadMarks = v.object({
  read: v.union([v.literal('all'), v.pipe(v.array(Uuid), v.maxLength(READ_MARKS_MAX))]),
  until: v.optional(v.nullable(IsoTime), null),
})
export type ReadMarks = v.InferOutput<typeof ReadMarks>

/** What the call marked carries `readAt` and `version` now; marks that were there before keep theirs. */
const MarksSet = v.object({ newNotifications: v.boolean(), readAt: IsoTime, version: Version })

export const notificationsApi = {
  list: endpoint('GET', '/api/user/notifications', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([NotificationTombstone, Notification])),
  }),
  read: endpoint('POST', '/api/user/notifications', {
    access: 'user',
    queued: true,
    body: ReadMarks,
    reply: acknowledged(MarksSet),
  }),
}
