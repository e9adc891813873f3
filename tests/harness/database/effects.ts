import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'

/** Tables that mutations write to. */
const TABLES = [
  ...['watchlist', 'likes', 'comments', 'comment_likes', 'comment_reports', 'requests', 'notifications'],
  ...['history', 'history_marks', 'watched_flags'],
]

/** The rows that one transaction wrote for one user. */
export interface Effect {
  userId: number
  /** The idempotency key; null when the write was not a queued mutation. */
  key: string | null
  /** The number of rows by table. */
  rows: Record<string, number>
}

/**
 * Records with database triggers which transaction wrote which user's rows, independent of the server's code. The server
 * stores a mutation's key in the same transaction as its effect, which joins the two.
 */
export async function recordEffects(database: Database): Promise<void> {
  await database.execute(sql`create table if not exists effects (
    position bigint generated always as identity primary key, transaction text not null, user_id bigint, key text, name text not null)`)
  await database.execute(sql`
    create or replace function record_effect() returns trigger language plpgsql as $$
    declare written jsonb;
    begin
      written := to_jsonb(case when tg_op = 'DELETE' then old else new end);
      insert into effects (transaction, user_id, key, name) values (
        pg_current_xact_id()::text, (written->>'user_id')::bigint,
        case when tg_table_name = 'mutation_keys' then written->>'key' end, tg_table_name);
      return null;
    end $$`)
  for (const table of [...TABLES, 'mutation_keys']) {
    const what = table === 'mutation_keys' ? sql`insert or update` : sql`insert or update or delete`
    await database.execute(sql`
      create or replace trigger record_effect after ${what} on ${sql.identifier(table)}
      for each row execute function record_effect()`)
  }
}

/** All recorded effects in order, without transactions that wrote only keys. */
export async function effectsOf(database: Database): Promise<Effect[]> {
  const { rows } = await database.execute<{
    user_id: number | string
    key: string | null
    rows: Record<string, number>
  }>(sql`
    with counted as (
      select transaction, user_id, name, max(key) as key, count(*) as count, min(position) as position
      from effects group by transaction, user_id, name
    )
    select user_id, max(key) as key, coalesce(jsonb_object_agg(name, count) filter (where name <> 'mutation_keys'), '{}') as rows
    from counted group by transaction, user_id
    having bool_or(name <> 'mutation_keys') order by min(position)`)
  return rows.map(({ user_id, key, rows: written }) => ({ userId: Number(user_id), key, rows: written }))
}

/** How often each user's key took effect. More than once is a duplicate. */
export function timesOf(effects: readonly Effect[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { userId, key } of effects) {
    if (key !== null) times.set(`${userId} ${key}`, (times.get(`${userId} ${key}`) ?? 0) + 1)
  }
  return times
}
