import type { MiddlewareHandler } from 'hono'
import type { Settings } from '#server/config.ts'
import { isSecure } from './clientAddress.ts'
import { HSTS } from './securityHeaders.ts'

/** Sets the headers of every API response. The only page that the API serves, `/api/docs`, has a policy of its own. */
export function apiHeaders(settings: Pick<Settings, 'proxies'>): MiddlewareHandler {
  return async (http, next) => {
    http.header('X-Content-Type-Options', 'nosniff')
    http.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    http.header('Referrer-Policy', 'no-referrer')
    // Pages of all the operator's origins show pictures and films.
    http.header('Cross-Origin-Resource-Policy', http.req.path.startsWith('/media/') ? 'cross-origin' : 'same-site')
    if (isSecure(http, settings)) http.header('Strict-Transport-Security', HSTS)
    await next()
  }
}
