import { pageDocument } from '#data/platform/page.ts'
import { singleFlight } from '#data/platform/singleFlight.ts'
import { apiBase, apiBaseNow } from './apiBase.ts'
import { fetchHead } from './call.ts'
import { type Reachability, setReachability } from './connectivity.ts'

const HEALTH = '/api/health'
/** A file of the app that the worker does not serve under this URL. */
const OWN_FILE = '/manifest.webmanifest?reach'
/** Timeout of a probe, in ms. */
const PROBE_TIMEOUT = 5_000

/** Probes the server's health endpoint and records the result. Concurrent callers share one probe. */
export const probeServer = singleFlight(async (): Promise<Reachability> => {
  const server = await probeUrl(`${await apiBase()}${HEALTH}`)
  // A cross-origin answer of a captive portal cannot be read, so ask the app's own origin.
  const found = server === 'silent' && pageDocument() ? await probeUrl(`${location.origin}${OWN_FILE}`) : server
  const reach = found === 'foreign' ? found : server
  setReachability(reach)
  return reach
})

async function probeUrl(url: string): Promise<Reachability> {
  const answer = await fetchHead(url, PROBE_TIMEOUT)
  if (!answer) return 'silent'
  const { status, type } = answer
  // HTML, a redirect, or "network authentication required" (RFC 6585, section 6).
  const isForeign = (status === 200 && type.startsWith('text/html')) || status === 511 || (status < 400 && status > 299)
  return isForeign || status === 0 ? 'foreign' : 'answers'
}

/** URL that shows the captive portal's page. The worker does not serve it. */
export function portalUrl(): string {
  return `${apiBaseNow()}${HEALTH}`
}
