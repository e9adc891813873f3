import { type Notification, notificationsApi, READ_MARKS_MAX, ReadMarks } from '#contract/notifications.ts'
import { type PersonalDatabase, pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { NotificationRow } from '#data/database/rows.ts'
import { ask, call } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { deltaPull, type PersonalList } from '#data/sync/pull.ts'

const LANE = 'notifications'

/** Marks notifications as read; there is no way back to unread. Later marks merge with earlier ones. */
export const setRead = mutation({
  kind: 'notifications.read',
  formatVersion: 1,
  input: ReadMarks,
  entity: () => LANE,
  label: () => '',
  apply: (row: NotificationRow, marks, { createdAt }): NotificationRow =>
    row.readAt || !isCovered(row, marks) ? row : { ...row, readAt: new Date(createdAt).toISOString() },
  isSatisfied: async ({ notifications }, { read }) => {
    if (read === 'all') return false
    return (await notifications.bulkGet(read)).every((row) => row?.readAt)
  },
  merge: (earlier, next): ReadMarks | undefined => {
    if (earlier.read === 'all' || next.read === 'all') {
      if (earlier.read !== next.read) return undefined
      return { read: 'all', until: laterOf(earlier.until, next.until) }
    }
    const read = [...new Set([...earlier.read, ...next.read])]
    return read.length > READ_MARKS_MAX ? undefined : { read, until: null }
  },
  slot: ({ read }) => (read === 'all' ? 'all' : undefined),
  request: (body) => ask(notificationsApi.read, { body }),
  tables: ['notifications'],
  // Row versions stay unchanged, so the next delta still brings changes of the server. A row never becomes unread
  // again.
  store: ({ notifications }, { data, result }, marks) =>
    result === 'stale'
      ? Promise.resolve()
      : notifications
          .filter((row) => !row.readAt && isCovered(row, marks))
          .modify((row) => {
            row.readAt = data.readAt
          }),
})

/** Marks notifications as read, in chunks of one call each. */
export function markRead(ids: string[]): Promise<void> {
  const chunks: ReadMarks[] = []
  for (let at = 0; at < ids.length; at += READ_MARKS_MAX) {
    chunks.push({ read: ids.slice(at, at + READ_MARKS_MAX), until: null })
  }
  return setRead.many(chunks)
}

/** Marks everything up to the newest notification on this device as read. Later ones stay unread. */
export async function markAllRead(): Promise<void> {
  const newest = (await myNotifications())?.items[0]
  if (newest) await setRead({ read: 'all', until: newest.createdAt })
}

export const notificationsPull = deltaPull({
  name: 'notifications',
  table: 'notifications',
  rowKey: (row: NotificationRow) => row.id,
  fetch: (query, options) => call(notificationsApi.list, { query }, options),
  row: (item): NotificationRow => ('deleted' in item ? { id: item.id, version: item.version } : item),
  join: (before, after) =>
    after.createdAt && before.readAt ? { ...after, readAt: after.readAt ?? before.readAt } : after,
})

export type ShownNotification = Omit<Notification, 'version'>

/** Returns all notifications, newest first, with pending marks applied; undefined for guests. */
export async function myNotifications(): Promise<PersonalList<ShownNotification> | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  return database.transaction('r', database.notifications, database.outbox, database.meta, async () => {
    // Reversed in memory: Dexie reads a reversed index with a cursor, row by row.
    const rows = (await database.notifications.orderBy('createdAt').toArray()).reverse()
    const read = await readPendingMarks(database)
    const items = rows.flatMap((row) => shownRow(read(row)))
    return { userId: database.userId, items, loaded: await notificationsPull.hasRun(database) }
  })
}

/** Returns the number of unread notifications; 0 for guests. */
export async function unreadCount(): Promise<number> {
  return (await myNotifications())?.items.filter(({ readAt }) => readAt === null).length ?? 0
}

/** Returns a function that applies the pending marks to a row. */
async function readPendingMarks(database: PersonalDatabase): Promise<(row: NotificationRow) => NotificationRow> {
  const entries = await pendingEntries(database, [LANE])
  return (row) => entries.reduce<NotificationRow>((marked, entry) => setRead.applyEntry(marked, entry), row)
}

function shownRow(row: NotificationRow): ShownNotification[] {
  const { id, kind = 'other', title, body = '', path = null, createdAt, readAt = null } = row
  if (typeof title !== 'string' || typeof createdAt !== 'string') return []
  return [{ id, kind, title, body, path, createdAt, readAt }]
}

function isCovered({ id, createdAt }: NotificationRow, { read, until }: ReadMarks): boolean {
  if (createdAt === undefined) return false
  if (read !== 'all') return read.includes(id)
  return until === null || Date.parse(createdAt) <= Date.parse(until)
}

/** Returns the later time; null means no limit and wins. */
function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return Date.parse(one) > Date.parse(other) ? one : other
}
