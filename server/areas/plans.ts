import { plansApi } from '#contract/premium.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { planOnSale, plansOnSale } from '#server/premium/plans.ts'

export function servePlans(api: Api): void {
  serve(api, plansApi.list, async ({ database }) => ({ data: await plansOnSale(database) }))

  serve(api, plansApi.show, async ({ params, database }) => ({
    data: (params.id <= ID_MAX ? await planOnSale(database, params.id) : undefined) ?? refuse('not_found'),
  }))
}
