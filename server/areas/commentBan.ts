import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'

/** Whether the operator does not let a user write comments. */
export async function isBanned(database: Database, userId: number): Promise<boolean> {
  return (await database.$count(users, and(eq(users.id, userId), isNotNull(users.commentBanAt)))) > 0
}
