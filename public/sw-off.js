/*
 * The kill switch: served as /sw.js, it replaces a harmful worker, deletes the cached app files and leaves every page to the
 * network. User data is not touched: lists and the outbox are in IndexedDB, downloads in caches of their own. See
 * docs/operations.md#withdrawing-a-worker.
 */
/** A message can wake the old worker while the browser stops it, which delays activation. Repeats the request after this time, in ms. */
const RETRY_AFTER = 3_000
/** Beginnings of the names of the caches with `onKillSwitch: 'delete'` in src/data/platform/inventory.ts; a test compares them. */
const DELETED = ['workbox-precache-', 'parde-parts', 'parde-former-', 'parde-home-', 'parde-media', 'parde-pack']

self.addEventListener('install', () => {
  self.skipWaiting()
  setTimeout(() => self.skipWaiting(), RETRY_AFTER)
})
self.addEventListener('activate', (event) => event.waitUntil(withdraw()))

async function withdraw() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => DELETED.some((start) => name.startsWith(start))).map((name) => caches.delete(name)),
  )
  await self.registration.unregister()
  // A page that the worker broke may be unable to reload itself.
  for (const page of await self.clients.matchAll({ type: 'window' }))
    await page.navigate(page.url).catch(() => undefined)
}
