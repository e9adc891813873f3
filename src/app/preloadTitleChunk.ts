import { reportError } from '#data/platform/reportError.ts'
import { whenIdle } from '#data/platform/whenIdle.ts'

/**
 * Loads the chunk of title pages when idle, so that the first click does not wait for it. Waits for the service worker,
 * whose precache serves the chunk without network traffic.
 */
export function preloadTitleChunk(load: () => Promise<void>) {
  const worker = navigator.serviceWorker
  if (!worker) return
  const preload = () => whenIdle(() => void load().catch(reportError))
  if (worker.controller) preload()
  else worker.addEventListener('controllerchange', preload, { once: true })
}
