import { peopleApi } from '#contract/people.ts'
import { findPeople } from '#server/catalogue/findPeople.ts'
import { type Api, serve } from '#server/serve.ts'

export function servePeople(api: Api): void {
  serve(api, peopleApi.search, async ({ query, database }) => ({ data: await findPeople(database, query.q) }))
}
