import { eq } from 'drizzle-orm'
import { hashPassword } from './accounts/passwordHash.ts'
import type { Settings } from './config.ts'
import type { Database } from './database/connect.ts'
import { users } from './database/schema/account.ts'
import { demoName } from './text/messages.ts'

/** For looking around; only where the database is the embedded one. */
export const DEMO = { name: demoName, email: 'demo@parde.example', password: 'parde-1405' }

export async function giveDemoAccount(
  database: Database,
  { passwordCost }: Pick<Settings, 'passwordCost'>,
): Promise<void> {
  const known = await database.$count(users, eq(users.email, DEMO.email))
  if (known > 0) return
  const { name, email } = DEMO
  const password = await hashPassword(DEMO.password, passwordCost)
  await database.insert(users).values({ name, email, password, createdAt: new Date() }).onConflictDoNothing()
}
