import { eq } from 'drizzle-orm'
import { hashPassword } from '#server/accounts/passwordHash.ts'
import type { Settings } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { demoName } from '#server/text/messages.ts'

/** For trying the app out; created only in the embedded database. */
export const DEMO_ACCOUNT = { name: demoName, email: 'demo@parde.example', password: 'parde-1405' }

export async function createDemoAccount(
  database: Database,
  { passwordCost }: Pick<Settings, 'passwordCost'>,
): Promise<void> {
  const known = await database.$count(users, eq(users.email, DEMO_ACCOUNT.email))
  if (known > 0) return
  const { name, email } = DEMO_ACCOUNT
  const password = await hashPassword(DEMO_ACCOUNT.password, passwordCost)
  await database.insert(users).values({ name, email, password, createdAt: new Date() }).onConflictDoNothing()
}
