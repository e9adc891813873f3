import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Settings } from '#server/config.ts'
import { isSecure } from './clientAddress.ts'
import { HSTS } from './securityHeaders.ts'

/** Headers of every answer of the API: nothing it sends is ever a page, a script or a frame. */
export function apiHeaders(settings: Pick<Settings, 'proxies'>): MiddlewareHandler {
  return async (http, next) => {
    http.header('X-Request-Id', randomUUID())
    http.header('X-Content-Type-Options', 'nosniff')
    http.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    http.header('Referrer-Policy', 'no-referrer')
    // Pictures and films are shown by pages of any origin that the operator's app lives on.
    http.header('Cross-Origin-Resource-Policy', http.req.path.startsWith('/media/') ? 'cross-origin' : 'same-site')
    if (isSecure(http, settings)) http.header('Strict-Transport-Security', HSTS)
    await next()
  }
}
