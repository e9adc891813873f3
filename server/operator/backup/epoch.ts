import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { clearances, versions } from '#server/database/schema/personal.ts'
import { EVERY_LIST } from '#server/sync/syncedList.ts'

/**
 * Makes every device recognise a restored database (docs/sync.md#restored-servers). The users' version counters continue
 * at the time in ms, beyond each version that the lost database gave, so that no later answer looks older than what a
 * device has. All cursors are cleared, so that each device starts its lists over and sends again what it had sent.
 */
export async function beginEpoch(transaction: Database, now: Date): Promise<void> {
  await transaction.execute(sql`
    insert into ${versions} as counter (user_id, version) select id, ${now.getTime()}::bigint from ${users}
    on conflict (user_id) do update set version = greatest(counter.version + 1, excluded.version)`)
  await transaction.execute(sql`
    insert into ${clearances} (user_id, list, version) select user_id, ${EVERY_LIST}, version from ${versions}
    on conflict (user_id, list) do update set version = excluded.version`)
}
