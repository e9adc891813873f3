import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { beginEpoch } from '#server/operator/backup/epoch.ts'

/** The tables that mutations change, in the order in which their rows can be inserted. */
const TABLES = [
  ...['versions', 'clearances', 'mutation_keys', 'fences', 'watchlist', 'likes', 'history', 'history_marks'],
  ...['watched_flags', 'requests', 'notifications', 'notification_settings'],
  ...['comments', 'comment_likes', 'comment_reports'],
]

/** The rows of some users, as JSON text by table. Their sessions are not part of it. */
export interface ServerBackup {
  userIds: number[]
  rows: Map<string, string>
}

export async function backUp(database: Database, userIds: number[]): Promise<ServerBackup> {
  const rows = new Map<string, string>()
  for (const table of TABLES) {
    const found = await database.execute<{ rows: string }>(
      sql`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${sql.identifier(table)} as t where user_id in ${userIds}`,
    )
    rows.set(table, found.rows[0]?.rows ?? '[]')
  }
  return { userIds, rows }
}

/** Replaces the users' rows by those of a backup and begins an epoch, as the command that restores a server does. */
export async function restore(database: Database, { userIds, rows }: ServerBackup, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const table of TABLES.toReversed())
      await transaction.execute(sql`delete from ${sql.identifier(table)} where user_id in ${userIds}`)
    for (const table of TABLES)
      await transaction.execute(
        sql`insert into ${sql.identifier(table)} overriding system value
          select * from jsonb_populate_recordset(null::${sql.identifier(table)}, ${rows.get(table)}::jsonb)`,
      )
    await beginEpoch(transaction as unknown as Database, now)
    // The epoch begins for all users. Those of later runs begin earlier in virtual time.
    for (const table of ['versions', 'clearances'])
      await transaction.execute(sql`delete from ${sql.identifier(table)} where user_id not in ${userIds}`)
  })
}
