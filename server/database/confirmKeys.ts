import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import { StartupError } from '#server/platform/startupError.ts'
import type { Database } from './connect.ts'
import { keyFingerprints } from './schema/keys.ts'

/**
 * Confirms that this process has the keys that the database is used with, and records them at the first start and when
 * they are rotated. With other keys it would refuse the CSRF tokens, cursors and film links of the other processes, and
 * pushes to all stored subscriptions would fail. Throws `StartupError` then, unless `ACCEPT_NEW_KEYS` is set.
 */
export async function confirmKeys(
  database: Database,
  { secrets, push, acceptsNewKeys }: Pick<Config, 'secrets' | 'push' | 'acceptsNewKeys'>,
): Promise<void> {
  await confirm('APP_SECRET', secrets, ' Secrets are replaced by APP_SECRET=new,old.')
  if (push) await confirm('VAPID_PRIVATE_KEY', [push.vapid.privateKey])

  async function confirm(setting: string, [newest, ...older]: readonly [string, ...string[]], hint = '') {
    const fingerprint = fingerprintOf(newest)
    await database.insert(keyFingerprints).values({ setting, fingerprint }).onConflictDoNothing()
    const [row] = await database.select().from(keyFingerprints).where(eq(keyFingerprints.setting, setting))
    if (row?.fingerprint === fingerprint) return
    const isRotated = older.some((key) => fingerprintOf(key) === row?.fingerprint)
    if (!isRotated && !acceptsNewKeys) {
      throw new StartupError(
        `${setting} differs from the one that this database is used with. Set it to the same value for all processes, or restore its file in DATA_DIR.${hint} If it is lost, start once with ACCEPT_NEW_KEYS=1.`,
      )
    }
    await database.update(keyFingerprints).set({ fingerprint }).where(eq(keyFingerprints.setting, setting))
  }
}

function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
