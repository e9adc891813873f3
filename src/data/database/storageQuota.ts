import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { pageDocument } from '#data/platform/page.ts'
import { device } from './device.ts'

const ASKED = 'askedToPersist'
/** How the storage manager fails: a TypeError in a document without an origin of its own. */
const ESTIMATE_ERRORS = [...STORAGE_ERRORS, 'TypeError']
/** The storage managers that this page has asked. */
const asked = new WeakSet<Persisting>()

/** Missing in workers and in some browsers. */
interface Persisting {
  persist?: () => Promise<boolean>
  persisted?: () => Promise<boolean>
}

/**
 * Asks the browser to persist this site's storage. Asks once per device, after the user's first mutation, and once more
 * (`again`) when the app is installed: some browsers show a prompt, which makes sense at these moments.
 */
export async function requestPersistence({ again: force = false } = {}): Promise<void> {
  const storage: Persisting | undefined = pageDocument() && navigator.storage
  if (!storage?.persist || !storage.persisted || (asked.has(storage) && !force)) return
  asked.add(storage)
  if ((await storage.persisted().catch(ignoring(...ESTIMATE_ERRORS))) ?? true) return
  if (!force && (await (await device()).meta.get(ASKED).catch(ignoring(...STORAGE_ERRORS))) !== undefined) return
  const granted = (await storage.persist().catch(ignoring(...ESTIMATE_ERRORS))) ?? false
  await (await device()).meta.put({ key: ASKED, value: granted }).catch(ignoring(...STORAGE_ERRORS))
}

/**
 * Returns used and available bytes, or undefined when the browser does not report them. `persisted`: the browser does
 * not evict this site.
 */
export async function storageEstimate(): Promise<{ used: number; quota: number; persisted: boolean } | undefined> {
  if (typeof navigator === 'undefined' || !navigator.storage?.estimate) return undefined
  const { usage, quota } = (await navigator.storage.estimate().catch(ignoring(...ESTIMATE_ERRORS))) ?? {}
  const persisted = (await navigator.storage.persisted?.().catch(ignoring(...ESTIMATE_ERRORS))) ?? false
  return usage === undefined || quota === undefined ? undefined : { used: usage, quota, persisted }
}

/** Space that downloads leave free, in bytes, so that the outbox can always be written. */
export const STORAGE_RESERVE = 64_000_000

/** Whether `bytes` more fit on this device. True when the browser does not report its quota. */
export async function hasSpaceFor(bytes: number): Promise<boolean> {
  const use = await storageEstimate()
  return use === undefined || use.quota - use.used >= bytes + STORAGE_RESERVE
}

/**
 * Whether less than a fifth of a small quota, or `STORAGE_RESERVE`, is free. False when the browser does not report its
 * quota.
 */
export async function isStorageLow(): Promise<boolean> {
  const use = await storageEstimate()
  return use !== undefined && use.quota - use.used < Math.min(STORAGE_RESERVE, use.quota / 5)
}
