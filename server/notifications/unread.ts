import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'

/** Selects a user's unread notifications. */
export function isUnread(userId: number): SQL | undefined {
  return and(eq(notifications.userId, userId), isNull(notifications.readAt), isNull(notifications.deletedAt))
}

export async function unreadCount(database: Database, userId: number): Promise<number> {
  return database.$count(notifications, isUnread(userId))
}

export async function hasUnread(database: Database, userId: number): Promise<boolean> {
  const found = await database.select({ id: notifications.id }).from(notifications).where(isUnread(userId)).limit(1)
  return found.length > 0
}
