import { and, eq, not } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { mergedTitles, titles } from '#server/database/schema/catalogue.ts'
import { refuse } from '#server/platform/refuse.ts'
import { pathOfTitle } from './cards.ts'
import { ID_MAX } from './ids.ts'

/** Refuses with 404 if the title does not exist or is hidden. */
export async function requireTitle(database: Database, id: number): Promise<void> {
  if (id <= ID_MAX && (await database.$count(titles, and(eq(titles.id, id), not(titles.isHidden)))) > 0) return
  await refuseTitle(database, id)
}

/**
 * Refuses with 404 for a title that does not exist. The answer for a merged title has the path of the title that it is
 * part of. `message`: the sentence for the user, if the code's own is too general.
 */
export async function refuseTitle(
  database: Database,
  title: number | { imdb: string },
  message?: string,
): Promise<never> {
  const [into] =
    typeof title === 'number' && title > ID_MAX
      ? []
      : await database
          .select({ id: titles.id, titleEn: titles.titleEn })
          .from(mergedTitles)
          .innerJoin(titles, and(eq(titles.id, mergedTitles.intoId), not(titles.isHidden)))
          .where(typeof title === 'number' ? eq(mergedTitles.id, title) : eq(mergedTitles.name, title.imdb))
  return refuse('not_found', {
    ...(message !== undefined && { message }),
    ...(into && { existing: { path: pathOfTitle(into) } }),
  })
}
