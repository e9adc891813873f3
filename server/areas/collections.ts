import { collectionsApi } from '#contract/collections.ts'
import { PER_PAGE } from '#contract/limits.ts'
import { allCollections, collectionCard, collectionTitles } from '#server/catalogue/collections.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'

export function serveCollections(api: Api): void {
  serve(api, collectionsApi.list, async ({ queryCatalogue }) => ({ data: await queryCatalogue(allCollections) }))

  serve(api, collectionsApi.show, ({ params, query, queryCatalogue }) =>
    queryCatalogue(async (catalogue) => {
      const card = (await collectionCard(catalogue, params.id)) ?? refuse('not_found')
      const first = { offset: 0, limit: PER_PAGE }
      const titles = query.type === 'alt' ? [] : await collectionTitles(catalogue, params.id, 'own', first)
      return { data: { ...card, titles } }
    }),
  )

  serve(api, collectionsApi.titles, ({ params, query, queryCatalogue }) =>
    queryCatalogue(async (catalogue) => {
      const { count: total } = (await collectionCard(catalogue, params.id)) ?? refuse('not_found')
      const { order_by, page, per_page: perPage = PER_PAGE } = query
      const piece = { offset: (page - 1) * perPage, limit: perPage }
      return {
        data: await collectionTitles(catalogue, params.id, order_by, piece),
        meta: pageMeta({ page, perPage, total }),
      }
    }),
  )
}
