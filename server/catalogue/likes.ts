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

/** How many people like a title, now: of all that its page says, only this changes from one moment to the next. */
export async function countLikes(database: Database, id: number): Promise<number> {
  const [row] = await countOf(database).execute({ id })
  return row?.likes ?? 0
}
