import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { PACK_CACHE, PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { createPictureQuota } from './pictureQuota.ts'
import { isPicture, picturesOnly } from './pictureResponses.ts'
import { limitSilence } from './pictureSilence.ts'
import { alternativeSizes } from './pictureSizes.ts'

const ENTRIES = 1_500
const SECONDS = 30 * 86_400

/**
 * Caches pictures, which never change under one URL, with limits on count, size and age. Anything else that a captive
 * portal or proxy answers counts as a network error. When storage is low only the newest stay and no new ones are
 * cached; on quota errors all are deleted.
 */
export function servePictures() {
  registerRoute(
    ({ request, url }) => request.destination === 'image' && url.pathname.startsWith('/media/'),
    new CacheFirst({
      cacheName: PICTURE_CACHE,
      plugins: [
        withCors,
        limitSilence(),
        picturesOnly,
        // Opaque responses are padded to megabytes against the quota and hide errors.
        new CacheableResponsePlugin({ statuses: [200] }),
        createPictureQuota(),
        new ExpirationPlugin({ maxEntries: ENTRIES, maxAgeSeconds: SECONDS, purgeOnQuotaError: true }),
        fromPack,
        otherSizeFallback,
      ],
    }),
  )
}

/** Requests pictures with CORS, so that responses are not opaque. */
const withCors: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.mode === 'no-cors' ? new Request(request.url, { mode: 'cors', credentials: 'omit' }) : request,
}

/** Serves a picture of the offline pack. Comes after the expiration, which must not judge its age. */
const fromPack: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse ?? (await caches.match(request, { cacheName: PACK_CACHE, ignoreVary: true })) ?? null,
}

/** Serves another size or format of the picture when offline. */
const otherSizeFallback: WorkboxPlugin = {
  async handlerDidError({ request }) {
    for (const address of alternativeSizes(request.url)) {
      for (const cacheName of [PICTURE_CACHE, PACK_CACHE]) {
        const cached = await caches.match(address, { cacheName, ignoreVary: true })
        if (cached && isPicture(address, cached)) return cached
      }
    }
    return undefined
  },
}
