import { sql } from 'drizzle-orm'
import { type Genre, genresApi } from '#contract/genres.ts'
import { PER_PAGE } from '#contract/limits.ts'
import { genreCovers } from '#server/catalogue/genreCovers.ts'
import { GENRES } from '#server/catalogue/genres.ts'
import { slugOf } from '#server/catalogue/ids.ts'
import { byRevision } from '#server/catalogue/revision.ts'
import { browseTitles } from '#server/catalogue/titleSearch.ts'
import type { Database } from '#server/database/connect.ts'
import { pageMeta } from '#server/pageMeta.ts'
import { refuse } from '#server/refuse.ts'
import { type Api, serve } from '#server/serve.ts'

export function serveGenres(api: Api): void {
  serve(api, genresApi.list, async ({ database }) => ({
    data: (await allGenres(database)).filter((genre) => genre.count > 0),
  }))

  serve(api, genresApi.tiles, async ({ database }) => {
    const genres = (await allGenres(database)).filter((genre) => genre.count > 0)
    const covers = await genreCovers(database)
    return { data: genres.map((genre) => ({ ...genre, covers: covers.get(genre.id) ?? [] })) }
  })

  serve(api, genresApi.show, async ({ params, query, database }) => {
    const genre = (await allGenres(database)).find(({ id }) => id === params.id) ?? refuse('not_found')
    const { type, is_dubbed, order_by, page } = query
    const filter = { type, is_dubbed, genre: genre.id }
    const piece = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE }
    const { cards, total } = await browseTitles(database, filter, order_by, piece)
    return { data: { ...genre, titles: cards }, meta: pageMeta({ page, perPage: PER_PAGE, total }) }
  })
}

/** All there are, the most carried first. */
export function allGenres(database: Database): Promise<Genre[]> {
  return byRevision(database, 'genres', () => countGenres(database))
}

async function countGenres(database: Database): Promise<Genre[]> {
  const { rows } = await database.execute<{ id: number; count: string | number }>(
    sql`select unnest(genre_ids) as id, count(*) as count from titles where not is_coming group by 1`,
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
