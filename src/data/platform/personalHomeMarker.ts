/** Stands for as long as the person's home has rows of its own; nothing is in it. */
const MARKER_CACHE = 'parde-own-home'

/**
 * Tells the worker whether the home has rows of the person's own: they would push down what the server has drawn for
 * everybody. The worker has no other way of knowing at once.
 */
export async function markPersonalHome(isOwn: boolean): Promise<void> {
  if (typeof caches === 'undefined') return
  if (isOwn) await caches.open(MARKER_CACHE)
  else await caches.delete(MARKER_CACHE)
}

/** For the worker. */
export async function hasPersonalHome(): Promise<boolean> {
  return await caches.has(MARKER_CACHE)
}
