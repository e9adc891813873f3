/*
 * The kill switch: sent as /sw.js it takes the place of a worker that does harm, throws away what that one kept of the
 * app's files and leaves every page to the network. Nothing of a person's own is touched: lists and waiting changes are in
 * IndexedDB, kept films in caches of their own. See docs/operations.md#withdrawing-a-worker.
 */
/** What reaches the old worker just when it is ended wakes it again, and browsers then wait for it: asked anew they end it anew, in ms. */
const AGAIN = 3_000

self.addEventListener('install', () => {
  self.skipWaiting()
  setTimeout(() => self.skipWaiting(), AGAIN)
})
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => /-precache-|^parde-(media|former|parts|home)/.test(name)).map((name) => caches.delete(name)),
  )
  await self.registration.unregister()
  // A page that this harm has stopped cannot reload itself.
  for (const page of await self.clients.matchAll({ type: 'window' }))
    await page.navigate(page.url).catch(() => undefined)
}
