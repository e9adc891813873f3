import { lt } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { passwordResets, telegramLogins } from '#server/database/schema/access.ts'

/** Takes away mailed ways back that are too old, and what Telegram vouched for too long ago to be taken anyway. */
export async function deleteExpiredOneTimeTokens({
  database,
  clock,
}: {
  database: Database
  clock: () => Date
}): Promise<void> {
  for (const table of [passwordResets, telegramLogins]) await database.delete(table).where(lt(table.expiresAt, clock()))
}
