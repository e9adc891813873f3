/** An empty cache that exists while the home screen has personal rows. */
const MARKER_CACHE = 'parde-own-home'

/**
 * Tells the worker whether the home screen has personal rows. They would push the prerendered rows down, so the worker
 * then serves the app shell. The worker can check for a cache faster than for a database row.
 */
export async function markPersonalHome(isOwn: boolean): Promise<void> {
  if (typeof caches === 'undefined') return
  if (isOwn) await caches.open(MARKER_CACHE)
  else await caches.delete(MARKER_CACHE)
}

/** Reads the marker in the worker. */
export async function hasPersonalHome(): Promise<boolean> {
  return await caches.has(MARKER_CACHE)
}
