import { messageSW } from 'workbox-window'
import type { VersionRequest } from '#contract/workerMessages.ts'
import { sessionItems } from '#data/platform/webStorage.ts'

const STORAGE_KEY = 'parde-left-behind'

/**
 * Whether the worker has another version than this page, because it took over while the page loaded. Reports each pair
 * of versions once, since a reload may return the same page.
 */
export async function hasVersionSkew(): Promise<boolean> {
  const worker = navigator.serviceWorker.controller
  const pageVersion = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content
  if (!worker || pageVersion === undefined) return false
  const workerVersion: unknown = await messageSW(worker, { type: 'parde:version' } satisfies VersionRequest)
  if (typeof workerVersion !== 'string' || workerVersion === pageVersion) return false
  const versions = `${pageVersion} ${workerVersion}`
  // Without storage, nothing would prevent a reload loop.
  return sessionItems.get(STORAGE_KEY) !== versions && sessionItems.set(STORAGE_KEY, versions)
}
