import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IsoTime, lenient, one, Version } from './shapes.ts'
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

/** Kinds whose pushes a person can do without; everything else there is no switch for is rare, and for them. */
export const PUSHED_KINDS = ['released', 'dubbed', 'episode', 'request', 'reply', 'subscription'] as const

/** Minutes of the day. */
const Minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439))
/** Between these minutes of the day, by the clock of each browser, nothing is pushed: it waits. May go over midnight. */
export const QuietHours = v.pipe(
  v.object({ from: Minute, to: Minute }),
  v.check(({ from, to }) => from !== to),
)
export type QuietHours = v.InferOutput<typeof QuietHours>

/** What a person wants to be disturbed by, and when. All news is listed, whatever stands here. */
export const NotificationSettings = v.object({
  /** kinds that are not pushed */
  muted: v.pipe(
    v.array(v.unknown()),
    v.transform((kinds) => PUSHED_KINDS.filter((kind) => kinds.includes(kind))),
  ),
  quiet: lenient(v.nullable(QuietHours), null),
  version: Version,
})
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>

/** One of them, as it should be: a kind is pushed or not, the hours are these or none. */
export const NotificationSetting = v.variant('name', [
  v.object({ name: v.picklist(PUSHED_KINDS), value: v.boolean() }),
  v.object({ name: v.literal('quiet'), value: v.nullable(QuietHours) }),
])
export type NotificationSetting = v.InferOutput<typeof NotificationSetting>

const SETTINGS = '/api/user/notification-settings'

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
  settings: endpoint('GET', SETTINGS, { access: 'user', reply: one(NotificationSettings) }),
  set: endpoint('POST', SETTINGS, {
    access: 'user',
    queued: true,
    body: NotificationSetting,
    reply: acknowledged(NotificationSettings),
  }),
}
