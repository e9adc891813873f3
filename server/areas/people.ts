import { PER_PAGE } from '#contract/limits.ts'
import { peopleApi } from '#contract/people.ts'
import { cachedRead } from '#server/catalogue/cache/cachedAnswers.ts'
import { personPage, worksOf } from '#server/catalogue/personPage.ts'
import { findPeople } from '#server/catalogue/search/findPeople.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'

export function servePeople(api: Api): void {
  serve(api, peopleApi.search, ({ query: { q }, queryCatalogue }) =>
    cachedRead(queryCatalogue, `people ${q}`, async (catalogue) => ({ data: await findPeople(catalogue, q) })),
  )

  serve(api, peopleApi.show, ({ params, query, queryCatalogue }) =>
    queryCatalogue(async (catalogue) => {
      const { person, works } = (await personPage(catalogue, params.id)) ?? refuse('not_found')
      const { role = person.roles[0] ?? person.job, order_by, page } = query
      const piece = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE }
      return {
        data: { ...person, titles: await worksOf(catalogue, params.id, role, order_by, piece) },
        meta: pageMeta({ page, perPage: PER_PAGE, total: works.get(role) ?? 0 }),
      }
    }),
  )
}
