import { pageDocument } from '#data/platform/page.ts'
import { apiBase, apiBaseNow } from './apiBase.ts'
import { fetchHead } from './call.ts'
import { type Reachability, setReachability } from './connectivity.ts'

const HEALTH = '/api/health'
/** A file of the app's own, by a name under which no worker answers for it. */
const OWN_FILE = '/manifest.webmanifest?reach'
/** A knock unanswered for this long is not answered, in ms. */
const PROBE_TIMEOUT = 5_000

let probing: Promise<Reachability> | undefined

/**
 * Asks the server for next to nothing, to learn whether it can be reached, and who answers when it cannot. Those who ask
 * at the same time share the question. `reach.ts` takes note.
 */
export function probeServer(): Promise<Reachability> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

async function probe(): Promise<Reachability> {
  const server = await probeUrl(`${await apiBase()}${HEALTH}`)
  // Across origins a stranger's answer cannot be read: who stands in the way is seen at the app's own door.
  const found = server === 'silent' && pageDocument() ? await probeUrl(`${location.origin}${OWN_FILE}`) : server
  const reach = found === 'foreign' ? found : server
  setReachability(reach)
  return reach
}

async function probeUrl(url: string): Promise<Reachability> {
  const answer = await fetchHead(url, PROBE_TIMEOUT)
  if (!answer) return 'silent'
  const { status, type } = answer
  // A page, a way elsewhere, or "network authentication required" (RFC 6585, section 6).
  const isForeign = (status === 200 && type.startsWith('text/html')) || status === 511 || (status < 400 && status > 299)
  return isForeign || status === 0 ? 'foreign' : 'answers'
}

/** The address at which whoever stands in the way says what they want: no worker of ours answers for it. */
export function portalUrl(): string {
  return `${apiBaseNow()}${HEALTH}`
}
