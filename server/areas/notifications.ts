import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { type Notification, notificationsApi } from '#contract/notifications.ts'
import type { Database } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { setSetting, settingsOf } from '#server/notifications/notificationSettings.ts'
import { hasUnread, isUnread } from '#server/notifications/unread.ts'
import { refuse } from '#server/platform/refuse.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { monotonicMerge } from '#server/sync/strategies.ts'
import { serveSyncedList } from '#server/sync/syncedList.ts'
import { fieldMessages } from '#server/text/messages.ts'

export const notificationsList = {
  name: 'notifications',
  table: notifications,
  deletedAt: notifications.deletedAt,
  key: notifications.id,
  newest: notifications.createdAt,
  items,
  tombstone: (id: string, version: number) => ({ id, deleted: true as const, version }),
}

export function serveNotifications(api: Api): void {
  serveSyncedList(api, notificationsApi.list, notificationsList)

  serve(
    api,
    notificationsApi.read,
    mutationHandler(
      monotonicMerge({
        entity: () => 'notifications',
        async merge({ transaction, userId, body, version, createdAt }) {
          const meant =
            body.read === 'all'
              ? lte(notifications.createdAt, body.until === null ? createdAt : timeOf(body.until))
              : inArray(notifications.id, body.read)
          await transaction
            .update(notifications)
            .set({ readAt: createdAt, version })
            .where(and(isUnread(userId), meant))
          const row = {
            newNotifications: await hasUnread(transaction, userId),
            readAt: createdAt.toISOString(),
            version,
          }
          // A read notification stays read, so this mutation is never stale.
          return { row, hasChanged: true }
        },
      }),
    ),
  )

  serve(api, notificationsApi.settings, async ({ database, user }) => ({ data: await settingsOf(database, user.id) }))
  serve(api, notificationsApi.set, mutationHandler(setSetting))
}

/** The schema checks the form; some dates do not exist. */
function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) refuse('validation', { errors: { until: [fieldMessages.invalid] } })
  return time
}

async function items(database: Database, userId: number, ids: string[]): Promise<Map<string, Notification>> {
  const rows = await database
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), inArray(notifications.id, ids), isNull(notifications.deletedAt)))
  return new Map(
    rows.map(({ id, kind, title, body, path, createdAt, readAt, version }) => [
      id,
      {
        id,
        kind,
        title,
        body,
        path,
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
        version,
      },
    ]),
  )
}
