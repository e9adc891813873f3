import type { Context } from 'hono'
import type { Settings } from '#server/config.ts'

/**
 * Where the app that calls lives, for links in letters: an origin of ours or the public one. Never what `Host` says,
 * which anybody can write into a call.
 */
export function appOrigin(http: Context, { origins }: Pick<Settings, 'origins'>): string {
  const calling = http.req.header('Origin') ?? ''
  return origins.includes(calling) ? calling : (origins[0] ?? '')
}
