import { SKIP_WAITING_CHANNEL, type SkipWaiting } from '#contract/workerMessages.ts'

/**
 * Lets a waiting service worker take over. The old worker is told first by broadcast to stop what it is doing: browsers keep
 * the new one waiting for it, and a message would wake a worker that is asleep (docs/architecture.md#service-worker-updates).
 */
export function activateWaitingWorker(waiting: ServiceWorker): void {
  const channel = new BroadcastChannel(SKIP_WAITING_CHANNEL)
  channel.postMessage(null)
  channel.close()
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies SkipWaiting)
}
