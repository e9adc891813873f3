import { collectionsApi } from '#contract/collections.ts'
import { PER_PAGE } from '#contract/limits.ts'
import { allCollections, collectionCard, collectionTitles } from '#server/catalogue/collections.ts'
import { refuseRecord } from '#server/catalogue/mergedRecords.ts'
import type { Database } from '#server/database/connect.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'

export function serveCollections(api: Api): void {
  serve(api, collectionsApi.list, async ({ queryCatalogue }) => ({ data: await queryCatalogue(allCollections) }))

  serve(api, collectionsApi.show, async ({ params: { id }, query, database, queryCatalogue }) => {
    const answer = await queryCatalogue(async (catalogue) => {
      const card = await collectionCard(catalogue, id)
      const first = { offset: 0, limit: PER_PAGE }
      const titles = query.type === 'alt' || !card ? [] : await collectionTitles(catalogue, id, 'own', first)
      return card && { data: { ...card, titles } }
    })
    return answer ?? refuseCollection(database, id)
  })

  serve(api, collectionsApi.titles, async ({ params: { id }, query, database, queryCatalogue }) => {
    const answer = await queryCatalogue(async (catalogue) => {
      const card = await collectionCard(catalogue, id)
      if (!card) return undefined
      const { order_by, page, per_page: perPage = PER_PAGE } = query
      const piece = { offset: (page - 1) * perPage, limit: perPage }
      return {
        data: await collectionTitles(catalogue, id, order_by, piece),
        meta: pageMeta({ page, perPage, total: card.count }),
      }
    })
    return answer ?? refuseCollection(database, id)
  })
}

function refuseCollection(database: Database, id: number): Promise<never> {
  return refuseRecord(database, 'collections', id, async (into) => (await collectionCard(database, into))?.path)
}
