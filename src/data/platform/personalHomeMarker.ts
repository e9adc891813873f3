/** Stands for as long as the person's home has rows of its own; nothing is in it. */
const OWN_HOME = 'parde-own-home'

/**
 * Tells the worker whether the home has rows of the person's own: they would push down what the server has drawn for
 * everybody. The worker has no other way of knowing at once.
 */
export async function noteOwnHome(isOwn: boolean): Promise<void> {
  if (typeof caches === 'undefined') return
  if (isOwn) await caches.open(OWN_HOME)
  else await caches.delete(OWN_HOME)
}

/** For the worker. */
export async function hasOwnHome(): Promise<boolean> {
  return await caches.has(OWN_HOME)
}
