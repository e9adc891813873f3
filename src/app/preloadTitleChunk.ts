import { whenIdle } from './whenIdle.ts'

/**
 * Reads the part of the app that most tap for first before they do: at that moment it would stand between the finger and the
 * screen. It comes from what the worker keeps and costs no data, so it waits for the worker.
 */
export function preloadTitleChunk(load: () => Promise<void>) {
  const worker = navigator.serviceWorker
  if (!worker) return
  const warm = () => whenIdle(() => void load().catch(() => undefined))
  if (worker.controller) warm()
  else worker.addEventListener('controllerchange', warm, { once: true })
}
