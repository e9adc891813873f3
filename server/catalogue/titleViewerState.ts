import { sql } from 'drizzle-orm'
import type { Title } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { historyMarks, likes, versions, watchlist } from '#server/database/schema/personal.ts'

/**
 * A user's saved and liked state and last position of a title, with the version it is valid for. One statement, so one
 * snapshot.
 */
export async function titleViewerState(
  database: Database,
  userId: number,
  titleId: number,
): Promise<NonNullable<Title['viewer']>> {
  const { rows } = await database.execute<{
    saved: boolean
    liked: boolean
    position: number | null
    version: string | number
  }>(sql`
    select
      exists (select 1 from ${watchlist} where user_id = ${userId} and title_id = ${titleId} and deleted_at is null) as saved,
      exists (select 1 from ${likes} where user_id = ${userId} and title_id = ${titleId} and liked) as liked,
      (select position from ${historyMarks} where user_id = ${userId} and title_id = ${titleId}
        order by watched_at desc, episode_id desc limit 1) as position,
      coalesce((select version from ${versions} where user_id = ${userId}), 0) as version
  `)
  const [row] = rows
  return {
    saved: row?.saved ?? false,
    liked: row?.liked ?? false,
    position: row?.position ?? null,
    version: Number(row?.version ?? 0),
  }
}
