import { sql } from 'drizzle-orm'
import { type Genre, genresApi } from '#contract/genres.ts'
import { GENRES } from '#server/catalogue/genres.ts'
import { slugOf } from '#server/catalogue/ids.ts'
import { byRevision } from '#server/catalogue/revision.ts'
import type { Database } from '#server/database/connect.ts'
import { type Api, serve } from '#server/serve.ts'

export function serveGenres(api: Api): void {
  serve(api, genresApi.list, async ({ database }) => ({
    data: await byRevision(database, 'genres', () => countedGenres(database)),
  }))
}

/** Those that some title carries, the most carried first. */
async function countedGenres(database: Database): Promise<Genre[]> {
  const { rows } = await database.execute<{ id: number; count: string | number }>(
    sql`select unnest(genre_ids) as id, count(*) as count from titles group by 1`,
  )
  const counts = new Map(rows.map((row) => [row.id, Number(row.count)]))
  return GENRES.map(({ id, titleFa, titleEn }) => ({
    id,
    titleFa,
    titleEn,
    path: `/genres/${id}/${slugOf(titleEn)}`,
    count: counts.get(id) ?? 0,
  }))
    .filter((genre) => genre.count > 0)
    .toSorted((one, other) => other.count - one.count || one.id - other.id)
}
