import { contactApi } from '#contract/contact.ts'
import { sourcesInUse } from '#server/catalogue/titleSources.ts'
import { type Api, serve } from '#server/http/serve.ts'

export function serveContact(api: Api): void {
  serve(api, contactApi.channels, async ({ database, settings }) => ({
    data: [...(settings.contact ?? [])],
    userMetrics: settings.userMetrics ?? 'off',
    catalogueSources: await sourcesInUse(database),
  }))
}
