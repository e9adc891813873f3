import { PERSONAL_HOME_MARKER } from './cacheNames.ts'

/**
 * Tells the worker whether the home screen has personal rows. They would push the prerendered rows down, so the worker
 * then serves the app shell. The worker can check for a cache faster than for a database row.
 */
export async function markPersonalHome(isOwn: boolean): Promise<void> {
  if (typeof caches === 'undefined') return
  if (isOwn) await caches.open(PERSONAL_HOME_MARKER)
  else await caches.delete(PERSONAL_HOME_MARKER)
}

/** Reads the marker in the worker. */
export async function hasPersonalHome(): Promise<boolean> {
  return await caches.has(PERSONAL_HOME_MARKER)
}
