import type { QueryClient } from '@tanstack/react-query'
import {
  connectionState,
  isServerUnreachable,
  markBrowserOffline,
  watchConnectivity,
} from '#data/network/connectivity.ts'
import { Unreachable } from '#data/network/failures.ts'
import { probeServer } from '#data/network/probe.ts'

/** Intervals between probes while the server is unreachable, in ms; the last one repeats. */
const PROBE_INTERVALS = [0, 2_000, 4_000, 8_000, 15_000]
/**
 * Outages within this time, in ms, count as one. Otherwise a server that answers probes but not calls would have
 * everything retried again and again.
 */
const SAME_OUTAGE = 60_000

/**
 * Tracks connectivity: probes the server on every network event, after the first failed call, and repeatedly while the
 * tab is visible. Refetches failed queries once the server answers.
 */
export function probeConnectivity(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let probes = 0
  let outageStart = Number.NEGATIVE_INFINITY
  let wasUnreachable = isServerUnreachable()

  const probe = () => void probeServer()
  const isOnline = () => connectionState(navigator.onLine) === 'online'
  const schedule = () => {
    clearTimeout(timer)
    if (!isOnline()) timer = setTimeout(probeIfVisible, PROBE_INTERVALS[Math.min(probes, PROBE_INTERVALS.length - 1)])
  }
  const probeIfVisible = () => {
    if (document.visibilityState !== 'visible') return
    probes++
    void probeServer().finally(schedule)
  }

  addEventListener('offline', () => {
    markBrowserOffline()
    probe()
  })
  addEventListener('online', probe)
  ;(navigator as { connection?: EventTarget }).connection?.addEventListener?.('change', probe)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isOnline()) probeIfVisible()
  })
  watchConnectivity(() => {
    const isUnreachable = isServerUnreachable()
    // A single timeout proves little: the call may have been too slow for this network.
    if (isUnreachable && !wasUnreachable) {
      if (performance.now() - outageStart > SAME_OUTAGE) probes = 0
      outageStart = performance.now()
    }
    if (!isUnreachable && wasUnreachable)
      void client.invalidateQueries({ predicate: ({ state }) => isUnreachableError(state) })
    wasUnreachable = isUnreachable
    schedule()
  })
  schedule()
}

/** Whether a query failed because the server was unreachable. */
function isUnreachableError({ error, fetchFailureReason }: { error: unknown; fetchFailureReason: unknown }): boolean {
  return error instanceof Unreachable || fetchFailureReason instanceof Unreachable
}
