import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Settings } from '#server/config.ts'
import { log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { batchContextOf } from './batchContext.ts'

/** The header with the id of a call. Log lines and error screens show the id. */
const HEADER_REQUEST_ID = 'X-Request-Id'
/** An id of a proxy: too short for a token, and without the characters of an address. */
const REQUEST_ID = /^[\w-]{8,64}$/
const ROUTE = 'route'
/** Methods of the contract; a client may send any other. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']

interface Options {
  settings: Pick<Settings, 'proxies'>
  metrics?: Metrics | undefined
}

/**
 * Gives each call an id, counts it, and logs it: at `info` if the server failed, else at `debug`. Logs routes and never
 * addresses, which contain signed links and what a user looks for.
 */
export function observeCalls({ settings, metrics }: Options): MiddlewareHandler {
  return async (http, next) => {
    const id = idFromProxy(http, settings) ?? randomUUID()
    http.header(HEADER_REQUEST_ID, id)
    const began = performance.now()
    await next()
    const { status } = http.res
    const level = status >= 500 ? 'info' : 'debug'
    if (!metrics && !log.isLevelEnabled(level)) return
    const route = routeOf(http)
    const method = METHODS.includes(http.req.method) ? http.req.method : 'other'
    const ms = performance.now() - began
    metrics?.called({ method, route, status, seconds: ms / 1_000 })
    if (log.isLevelEnabled(level)) log[level]({ requestId: id, method, route, status, ms: Math.round(ms) }, 'Call')
  }
}

/** The id of a call, also of one inside a batch; undefined outside of `observeCalls`. */
export function requestIdOf(http: Context): string | undefined {
  return batchContextOf(http)?.requestId ?? http.res.headers.get(HEADER_REQUEST_ID) ?? undefined
}

/** Notes the route that answers a call: looking it up afterwards takes ten times as long as counting the call. */
export function noteRoute(http: Context, route: string): void {
  http.set(ROUTE, route)
}

/** The pattern of the handler that answered, or that would have: `/api/titles/:id`. `none` for unknown paths. */
export function routeOf(http: Context): string {
  const noted: unknown = http.get(ROUTE)
  if (typeof noted === 'string') return noted
  const routes = matchedRoutes(http)
  const answering = routes[http.req.routeIndex]
  // Middleware is mounted for all methods.
  const isHandler = (route: { method: string }) => route.method !== 'ALL'
  const route = answering && isHandler(answering) ? answering : routes.find(isHandler)
  return route?.path ?? 'none'
}

function idFromProxy(http: Context, { proxies }: Pick<Settings, 'proxies'>): string | undefined {
  const id = proxies > 0 ? http.req.header(HEADER_REQUEST_ID) : undefined
  return id !== undefined && REQUEST_ID.test(id) ? id : undefined
}
