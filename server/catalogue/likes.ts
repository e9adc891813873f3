import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { preparedOnce } from '#server/database/preparedOnce.ts'
import { likeCounts } from '#server/database/schema/personal.ts'

const countOf = preparedOnce((database) =>
  database
    .select({ likes: likeCounts.likes })
    .from(likeCounts)
    .where(eq(likeCounts.titleId, sql.placeholder('id')))
    .prepare('likes of a title'),
)

/**
 * The current number of likes: the only part of a title's page that changes all the time, so it is not cached with it.
 */
export async function countLikes(database: Database, id: number): Promise<number> {
  const [row] = await countOf(database).execute({ id })
  return row?.likes ?? 0
}
