import { SKIP_WAITING_CHANNEL, type SkipWaiting } from '#contract/workerMessages.ts'

/**
 * Lets a waiting service worker take over. First broadcasts to the old worker to stop its work, since browsers delay the new
 * one until then. A message instead would wake an idle worker (docs/architecture.md#service-worker-updates).
 */
export function activateWaitingWorker(waiting: ServiceWorker): void {
  const channel = new BroadcastChannel(SKIP_WAITING_CHANNEL)
  channel.postMessage(null)
  channel.close()
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies SkipWaiting)
}
