import { contactApi } from '#contract/contact.ts'
import { type Api, serve } from '#server/http/serve.ts'

export function serveContact(api: Api): void {
  serve(api, contactApi.channels, ({ settings }) => ({
    data: [...(settings.contact ?? [])],
    userMetrics: settings.userMetrics ?? 'off',
  }))
}
