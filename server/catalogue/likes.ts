import { eq, inArray, sql } from 'drizzle-orm'
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

/** The same for many titles; a title without likes is left out. */
export async function countLikesOf(database: Database, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { titleId, likes } = likeCounts
  const rows = await database.select({ titleId, likes }).from(likeCounts).where(inArray(titleId, ids))
  return new Map(rows.map((row) => [row.titleId, row.likes]))
}
