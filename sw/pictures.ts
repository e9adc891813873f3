import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { pictureQuota } from './pictureQuota.ts'
import { alternativeSizes } from './pictureSizes.ts'

const ENTRIES = 1_500
const SECONDS = 30 * 86_400

/**
 * Pictures never change under one address: what was shown once is shown again from the device. Limited by count and by
 * age; while room is short only the newest few stay and no others come, and all go when the device is full.
 */
export function servePictures() {
  registerRoute(
    ({ request, url }) => request.destination === 'image' && url.pathname.startsWith('/media/'),
    new CacheFirst({
      cacheName: PICTURE_CACHE,
      plugins: [
        askOpenly,
        // What is opaque all the same is padded to megabytes against the quota and cannot be told from an error.
        new CacheableResponsePlugin({ statuses: [200] }),
        pictureQuota,
        new ExpirationPlugin({ maxEntries: ENTRIES, maxAgeSeconds: SECONDS, purgeOnQuotaError: true }),
        anotherSize,
      ],
    }),
  )
}

/** Whoever asks for a picture without CORS would get an answer that nobody can look into: it is asked for with it. */
const askOpenly: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.mode === 'no-cors' ? new Request(request.url, { mode: 'cors', credentials: 'omit' }) : request,
}

/** Without a network a picture that was seen in another size or format is better than none. */
const anotherSize: WorkboxPlugin = {
  async handlerDidError({ request }) {
    const cache = await caches.open(PICTURE_CACHE)
    for (const address of alternativeSizes(request.url)) {
      const kept = await cache.match(address, { ignoreVary: true })
      if (kept) return kept
    }
    return undefined
  },
}
