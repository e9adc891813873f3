import { genresApi } from '#contract/genres.ts'
import { PER_PAGE } from '#contract/limits.ts'
import { cachedRead } from '#server/catalogue/cache/cachedAnswers.ts'
import { allGenres, carriedGenres } from '#server/catalogue/genres/countedGenres.ts'
import { genreCovers } from '#server/catalogue/genres/genreCovers.ts'
import { browseTitles } from '#server/catalogue/search/browseTitles.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'

export function serveGenres(api: Api): void {
  serve(api, genresApi.list, async ({ queryCatalogue }) => ({
    data: await queryCatalogue(carriedGenres),
  }))

  serve(api, genresApi.tiles, ({ queryCatalogue }) =>
    queryCatalogue(async (catalogue) => {
      const genres = await carriedGenres(catalogue)
      const covers = await genreCovers(catalogue)
      return { data: genres.map((genre) => ({ ...genre, covers: covers.get(genre.id) ?? [] })) }
    }),
  )

  serve(api, genresApi.show, ({ params: { id }, query, queryCatalogue }) =>
    cachedRead(queryCatalogue, `genre ${id} ${JSON.stringify(query)}`, async (catalogue) => {
      const genre = (await allGenres(catalogue)).find((one) => one.id === id) ?? refuse('not_found')
      const { type, is_dubbed, order_by, page } = query
      const piece = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE }
      const { cards, total } = await browseTitles(catalogue, { type, is_dubbed, genre: id }, order_by, piece)
      return { data: { ...genre, titles: cards }, meta: pageMeta({ page, perPage: PER_PAGE, total }) }
    }),
  )
}
