import { sql } from 'drizzle-orm'
import type { Genre } from '#contract/genres.ts'
import { cachedByRevision } from '#server/catalogue/cache/cachedByRevision.ts'
import { slugOf } from '#server/catalogue/ids.ts'
import { isListed } from '#server/catalogue/search/browseTitles.ts'
import type { Database } from '#server/database/connect.ts'
import { GENRES } from './genres.ts'

/** All genres, most titles first. */
export function allGenres(database: Database): Promise<Genre[]> {
  return cachedByRevision(database, 'genres', () => countGenres(database))
}

/** Genres that at least one title has. */
export async function carriedGenres(database: Database): Promise<Genre[]> {
  return (await allGenres(database)).filter((genre) => genre.count > 0)
}

async function countGenres(database: Database): Promise<Genre[]> {
  const { rows } = await database.execute<{ id: number; count: string | number }>(
    sql`select unnest(genre_ids) as id, count(*) as count from titles where ${isListed} group by 1`,
  )
  const counts = new Map(rows.map((row) => [row.id, Number(row.count)]))
  return GENRES.map(({ id, titleFa, titleEn }) => ({
    id,
    titleFa,
    titleEn,
    path: `/genres/${id}/${slugOf(titleEn)}`,
    count: counts.get(id) ?? 0,
  })).toSorted((one, other) => other.count - one.count || one.id - other.id)
}
