import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { MEDIA_CACHE } from '#data/room.ts'

const ENTRIES = 800
const SECONDS = 30 * 86_400

/** Pictures never change under one address: what was shown once is shown again from the device. */
export function media() {
  registerRoute(
    ({ request, url }) => request.destination === 'image' && url.pathname.startsWith('/media/'),
    new CacheFirst({
      cacheName: MEDIA_CACHE,
      plugins: [
        // Opaque answers are padded to megabytes against the quota and cannot be told from errors: they are not kept.
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries: ENTRIES, maxAgeSeconds: SECONDS, purgeOnQuotaError: true }),
      ],
    }),
  )
}
