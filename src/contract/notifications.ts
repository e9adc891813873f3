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
  'reminder',
  'other',
] as const
/** Maximum number of ids in one call; more ids take more calls. */
export const READ_MARKS_MAX = 500

export const Notification = v.object({
  id: Uuid,
  kind: lenient(v.picklist(NOTIFICATION_KINDS), 'other'),
  title: v.string(),
  body: lenient(v.string(), ''),
  /** target of the notification: a path of this app */
  path: lenient(v.nullable(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))), null),
  createdAt: IsoTime,
  readAt: lenient(v.nullable(IsoTime), null),
  version: Version,
})
export type Notification = v.InferOutput<typeof Notification>

const NotificationTombstone = v.object({ id: Uuid, deleted: v.literal(true), version: Version })

/**
 * Marks notifications as read; a read one never becomes unread. `until`: time of the newest that the user had seen when
 * marking all.
 */
export const ReadMarks = v.object({
  read: v.union([v.literal('all'), v.pipe(v.array(Uuid), v.maxLength(READ_MARKS_MAX))]),
  until: v.optional(v.nullable(IsoTime), null),
})
export type ReadMarks = v.InferOutput<typeof ReadMarks>

/** Newly marked notifications get this `readAt` and `version`; earlier marks keep theirs. */
const MarksSet = v.object({ newNotifications: v.boolean(), readAt: IsoTime, version: Version })

/** The kinds whose pushes a user can mute. Other kinds are rare and personal, so they have no switch. */
export const PUSHED_KINDS = ['released', 'dubbed', 'episode', 'request', 'reply', 'subscription'] as const

/** Minutes since midnight. */
const Minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439))
/** Pushes wait between these minutes of the day, by each browser's own clock. May span midnight. */
export const QuietHours = v.pipe(
  v.object({ from: Minute, to: Minute }),
  v.check(({ from, to }) => from !== to),
)
export type QuietHours = v.InferOutput<typeof QuietHours>

/** Which kinds are pushed, and when. The list shows all notifications regardless. */
export const NotificationSettings = v.object({
  /** kinds that are not pushed */
  muted: v.pipe(
    v.array(v.unknown()),
    v.metadata({ items: v.picklist(PUSHED_KINDS) }),
    v.transform((kinds) => PUSHED_KINDS.filter((kind) => kinds.includes(kind))),
  ),
  quiet: lenient(v.nullable(QuietHours), null),
  /**
   * whether the user is notified every evening of the next day's releases of their own titles (`calendarApi`); absent from
   * servers without such reminders
   */
  reminders: v.fallback(v.optional(v.boolean()), undefined),
  version: Version,
})
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>

/** One setting as desired state: a kind is pushed or muted; the quiet hours are set or null; reminders are on or off. */
export const NotificationSetting = v.variant('name', [
  v.object({ name: v.picklist(PUSHED_KINDS), value: v.boolean() }),
  v.object({ name: v.literal('quiet'), value: v.nullable(QuietHours) }),
  v.object({ name: v.literal('reminders'), value: v.boolean() }),
])
export type NotificationSetting = v.InferOutput<typeof NotificationSetting>

const SETTINGS = '/api/user/notification-settings'

export const notificationsApi = {
  /** The notifications, newest first; with `since` the changes after that cursor. */
  list: endpoint('GET', '/api/user/notifications', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([NotificationTombstone, Notification])),
  }),
  /** Marks notifications as read. */
  read: endpoint('POST', '/api/user/notifications', {
    access: 'user',
    queued: true,
    body: ReadMarks,
    reply: acknowledged(MarksSet),
  }),
  /** Which kinds of notifications are pushed, and when. */
  settings: endpoint('GET', SETTINGS, { access: 'user', reply: one(NotificationSettings) }),
  /** Changes one setting. */
  set: endpoint('POST', SETTINGS, {
    access: 'user',
    queued: true,
    body: NotificationSetting,
    reply: acknowledged(NotificationSettings),
  }),
}
