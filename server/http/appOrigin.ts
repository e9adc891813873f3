import type { Context } from 'hono'
import type { Settings } from '#server/config.ts'
import { refuse } from '#server/platform/refuse.ts'

/**
 * The calling app's origin, for links in mail: one of ours, or the public one. Never taken from `Host`, which the
 * caller controls.
 */
export function appOrigin(http: Context, { origins }: Pick<Settings, 'origins'>): string {
  return callingOrigin(http, origins) ?? origins[0] ?? ''
}

/** The calling app's origin, where another one would be wrong. Refuses a call from any other page. */
export function requireAppOrigin(http: Context, { origins }: Pick<Settings, 'origins'>): string {
  return callingOrigin(http, origins) ?? refuse('forbidden')
}

/** Browsers send `Origin` with every POST, also to their own origin. */
function callingOrigin(http: Context, origins: readonly string[]): string | undefined {
  const calling = http.req.header('Origin')
  return calling !== undefined && origins.includes(calling) ? calling : undefined
}
