import type { Metrics } from '#server/platform/metrics.ts'
import { type Fetch, type Listener, listen } from './listen.ts'

/** Serves `GET /metrics` on a port of its own, which the proxy does not publish. Throws `StartupError` with the reason. */
export function serveMetrics(metrics: Metrics, at: { port: number; host: string | undefined }): Promise<Listener> {
  const fetch: Fetch = async ({ url, method }) =>
    method === 'GET' && new URL(url).pathname === '/metrics' ? metrics.respond() : new Response(null, { status: 404 })
  return listen(fetch, { ...at, option: 'METRICS_PORT' })
}
