import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import type { Settings } from '#server/config.ts'

const EXPOSED = ['ETag', 'Retry-After', 'X-Request-Id', 'Content-Range', 'Accept-Ranges', 'Content-Length']
const ALLOWED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Range',
  'If-Range',
  'X-Requested-With',
  'X-XSRF-TOKEN',
  HEADER_KEY,
  HEADER_CLIENT,
  HEADER_SEQ,
  HEADER_AGE,
]

/**
 * Allows calls with cookies from the configured origins only. Hono's middleware answers preflights; it would create a
 * platform `Response` for every other call, which costs more than looking up a title, so those get their headers here.
 */
export function cors({ origins }: Pick<Settings, 'origins'>): MiddlewareHandler {
  const preflight = honoCors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    credentials: true,
    maxAge: 7200,
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowHeaders: ALLOWED,
  })
  return (http, next) => {
    if (http.req.method === 'OPTIONS') return preflight(http, next)
    const origin = http.req.header('Origin')
    if (origin !== undefined && origins.includes(origin)) http.header('Access-Control-Allow-Origin', origin)
    http.header('Access-Control-Allow-Credentials', 'true')
    http.header('Access-Control-Expose-Headers', EXPOSED.join())
    http.header('Vary', 'Origin', { append: true })
    return next()
  }
}
