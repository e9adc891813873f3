import type { Context } from 'hono'
import type { Settings } from '#server/config.ts'

/**
 * The calling app's origin, for links in mail: one of ours, or the public one. Never taken from `Host`, which the
 * caller controls.
 */
export function appOrigin(http: Context, { origins }: Pick<Settings, 'origins'>): string {
  const calling = http.req.header('Origin') ?? ''
  return origins.includes(calling) ? calling : (origins[0] ?? '')
}
