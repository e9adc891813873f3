import { lt } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { emailChanges, passkeyChallenges, passwordResets, telegramLogins } from '#server/database/schema/access.ts'

/** Deletes expired reset and confirmation links, unanswered challenges, and Telegram logins that are too old to be replayed. */
export async function deleteExpiredOneTimeTokens({
  database,
  clock,
}: {
  database: Database
  clock: () => Date
}): Promise<void> {
  for (const table of [passwordResets, emailChanges, passkeyChallenges, telegramLogins]) {
    await database.delete(table).where(lt(table.expiresAt, clock()))
  }
}
