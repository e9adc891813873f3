import { pageDocument } from '#data/platform/page.ts'
import { device } from './device.ts'

const ASKED = 'askedToPersist'
let isAsked = false

/** What of it only a page has, and not every browser. */
interface Persisting {
  persist?: () => Promise<boolean>
  persisted?: () => Promise<boolean>
}

/**
 * Asks the browser not to clear this site away by itself; once on a device, when there is something to lose: after the
 * first change somebody made, and `again` when the app is installed. Browsers that ask the person in turn then ask at a
 * moment that makes sense.
 */
export async function requestPersistence({ again = false } = {}): Promise<void> {
  if ((isAsked && !again) || !pageDocument()) return
  const storage: Persisting | undefined = navigator.storage
  if (!storage?.persist || !storage.persisted) return
  isAsked = true
  if (await storage.persisted().catch(() => true)) return
  if (!again && (await (await device()).meta.get(ASKED).catch(() => undefined)) !== undefined) return
  const granted = await storage.persist().catch(() => false)
  await (await device()).meta.put({ key: ASKED, value: granted }).catch(() => undefined)
}

/**
 * Bytes this site uses and may use on this device; nothing where the browser does not tell. `persisted`: the browser has
 * promised not to clear them away by itself.
 */
export async function storageEstimate(): Promise<{ used: number; quota: number; persisted: boolean } | undefined> {
  if (typeof navigator === 'undefined' || !navigator.storage?.estimate) return undefined
  const { usage, quota } = await navigator.storage.estimate()
  const persisted = (await navigator.storage.persisted?.().catch(() => false)) ?? false
  return usage === undefined || quota === undefined ? undefined : { used: usage, quota, persisted }
}

/** What is left to everything else on a device on which films are kept, in bytes: the queue of changes must always find room. */
export const STORAGE_RESERVE = 64_000_000

/** Whether so many bytes more find room here; yes where the browser does not tell. */
export async function hasSpaceFor(bytes: number): Promise<boolean> {
  const use = await storageEstimate().catch(() => undefined)
  return use === undefined || use.quota - use.used >= bytes + STORAGE_RESERVE
}

/** Whether room is getting short: of a small device's share a fifth must stay free. No where the browser does not tell. */
export async function isStorageLow(): Promise<boolean> {
  const use = await storageEstimate()
  return use !== undefined && use.quota - use.used < Math.min(STORAGE_RESERVE, use.quota / 5)
}
