import { PER_PAGE } from '#contract/limits.ts'
import { type PersonRole, peopleApi } from '#contract/people.ts'
import { cachedRead } from '#server/catalogue/cache/cachedAnswers.ts'
import { pathOfPerson } from '#server/catalogue/cards.ts'
import { refuseRecord } from '#server/catalogue/mergedRecords.ts'
import { personPage, worksOf } from '#server/catalogue/personPage.ts'
import { findPeople } from '#server/catalogue/search/findPeople.ts'
import type { Database } from '#server/database/connect.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'

export function servePeople(api: Api): void {
  serve(api, peopleApi.search, ({ query: { q }, queryCatalogue }) =>
    cachedRead(queryCatalogue, `people ${q}`, async (catalogue) => ({ data: await findPeople(catalogue, q) })),
  )

  serve(api, peopleApi.show, async ({ params: { id }, query, database, queryCatalogue }) => {
    const answer = await queryCatalogue(async (catalogue) => {
      const found = await personPage(catalogue, id)
      if (!found) return undefined
      const { person, works } = found
      const { role = person.roles[0] ?? person.job, order_by, page } = query
      const piece = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE }
      return {
        data: { ...person, titles: await worksOf(catalogue, id, role, order_by, piece) },
        meta: pageMeta({ page, perPage: PER_PAGE, total: works.get(role) ?? 0 }),
      }
    })
    return answer ?? refuseRecord(database, 'people', id, (into) => currentPath(database, into, query.role))
  })
}

async function currentPath(database: Database, id: number, role: PersonRole | undefined): Promise<string | undefined> {
  const found = await personPage(database, id)
  return found && pathOfPerson(found.person, role ?? found.person.job)
}
