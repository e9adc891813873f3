import type { QueryClient } from '@tanstack/react-query'
import {
  connectionState,
  isServerUnreachable,
  markBrowserOffline,
  watchConnectivity,
} from '#data/network/connectivity.ts'
import { Unreachable } from '#data/network/failures.ts'
import { probeServer } from '#data/network/probe.ts'

/** While the server is out of reach it is asked again after so long, in ms; the last holds from then on. */
const AGAIN = [0, 2_000, 4_000, 8_000, 15_000]
/**
 * Silences within this time of each other, in ms, are of one trouble: what answers a knock and not a call must not have
 * everything sent anew again and again.
 */
const ONE_TROUBLE = 60_000

/**
 * Finds out by itself how one stands towards the server: at every word of the browser's, at the first call that nobody
 * answered, and then from time to time while somebody looks. When it answers again, what was missed is fetched.
 */
export function probeConnectivity(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  let since = Number.NEGATIVE_INFINITY
  let wasSilent = isServerUnreachable()

  const look = () => void probeServer()
  const isFine = () => connectionState(navigator.onLine) === 'online'
  const wait = () => {
    clearTimeout(timer)
    if (!isFine()) timer = setTimeout(ask, AGAIN[Math.min(asked, AGAIN.length - 1)])
  }
  const ask = () => {
    if (document.visibilityState !== 'visible') return
    asked++
    void probeServer().finally(wait)
  }

  addEventListener('offline', () => {
    markBrowserOffline()
    look()
  })
  addEventListener('online', look)
  ;(navigator as { connection?: EventTarget }).connection?.addEventListener?.('change', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isFine()) ask()
  })
  watchConnectivity(() => {
    const isSilent = isServerUnreachable()
    // One call without an answer says little: it may have been too long for this network.
    if (isSilent && !wasSilent) {
      if (performance.now() - since > ONE_TROUBLE) asked = 0
      since = performance.now()
    }
    if (!isSilent && wasSilent) void client.invalidateQueries({ predicate: ({ state }) => isMissed(state) })
    wasSilent = isSilent
    wait()
  })
  wait()
}

/** Whether an answer did not come because nobody could be reached. */
function isMissed({ error, fetchFailureReason }: { error: unknown; fetchFailureReason: unknown }): boolean {
  return error instanceof Unreachable || fetchFailureReason instanceof Unreachable
}
