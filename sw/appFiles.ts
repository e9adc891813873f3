/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { cacheNames, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { CHUNK_CACHE } from '#data/platform/cacheNames.ts'
import { FETCH_ERRORS, ignoring, STORAGE_ERRORS, UPDATE_ERRORS } from '#data/platform/ignoring.ts'
import { filesOnly, isOfBuild, isPageInsteadOfFile } from './buildIntegrity.ts'
import { homePage } from './homePage.ts'
import { cachePreviousBuild, previousBuildFile } from './previousBuilds.ts'
import { versionOf } from './version.ts'

declare const self: ServiceWorkerGlobalScope

export interface AppFile {
  url: string
  revision: string | null
}

const BUILT = '/assets/'
/**
 * On a shared origin the API's paths are not screens. The screen that Telegram embeds needs its own headers, which the
 * cached page does not have.
 */
const NON_SCREEN_PATHS = [/^\/(api|sanctum|media)\//, /^\/telegram-app$/]

/**
 * Precaches the app's files of one build, all or none, and answers every navigation with the cached page. Files of
 * previous builds stay for open tabs; missing files are fetched again. The returned function reads the version of the
 * cached page.
 */
export function serveAppFiles(files: AppFile[]): () => Promise<string | undefined> {
  const urls = new Set(files.map(({ url }) => url))
  const controller = new PrecacheController({ plugins: [ofBuild(urls), refilling(() => refill(controller, urls))] })
  controller.addToCacheList(files)
  self.addEventListener('activate', (event) => {
    const listed = new Set(controller.getCachedURLs().map((url) => controller.getCacheKeyForURL(url) ?? url))
    // Without space for previous builds, their tabs reload when a chunk is missing.
    const former = cachePreviousBuild({ from: cacheNames.precache, built: BUILT, without: listed }).catch(
      ignoring(...STORAGE_ERRORS),
    )
    event.waitUntil(former.then(() => controller.activate(event)))
  })
  const shell = controller.createHandlerBoundToURL('/index.html')
  const page = async () => (await controller.matchPrecache('/index.html'))?.text()
  const build = files.find(({ url }) => url === 'index.html')?.revision ?? 'build'
  const fetchHome = homePage({ build, page, shell })
  self.addEventListener('install', (event) => event.waitUntil(controller.install(event).then(fetchHome)))
  registerRoute(new PrecacheRoute(controller))
  registerRoute(new NavigationRoute(shell, { denylist: NON_SCREEN_PATHS }))
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(BUILT),
    async ({ request, event }) => (await previousBuildFile(request.url)) ?? chunks.handle({ request, event }),
  )
  return async () => versionOf(await page())
}

/** Chunks that not every user needs (the player), cached on first use. */
const chunks = new CacheFirst({
  cacheName: CHUNK_CACHE,
  plugins: [filesOnly, new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: 4 })],
})

/**
 * Rejects responses of another build and HTML in place of a file; the worker is then not installed. Entries that an
 * earlier worker cached are checked again and refetched.
 */
function ofBuild(urls: ReadonlySet<string>): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ request, response }) =>
      (await isOfBuild(urls, request.url, response)) ? response : null,
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      if (!cachedResponse) return null
      // Reading the whole page would delay navigations, so only installation checks its content.
      if (event.type !== 'install') return isPageInsteadOfFile(request.url, cachedResponse) ? null : cachedResponse
      return (await isOfBuild(urls, request.url, cachedResponse)) ? cachedResponse : null
    },
  }
}

/** The browser evicted the precache: answer from the network and refill the cache in the background. */
function refilling(mend: () => Promise<void>): WorkboxPlugin {
  let isRefilling = false
  return {
    async cachedResponseWillBeUsed({ cachedResponse, event }) {
      if (!cachedResponse && event.type === 'fetch' && !isRefilling) {
        isRefilling = true
        const done = mend()
          // Without a network or space, the next request for a missing file tries again.
          .catch(ignoring(...STORAGE_ERRORS))
          .finally(() => {
            isRefilling = false
          })
        ;(event as ExtendableEvent).waitUntil(done)
      }
      return cachedResponse ?? null
    },
  }
}

/** Files of another build would not match. A newer build brings its own worker. */
async function refill(controller: PrecacheController, urls: ReadonlySet<string>): Promise<void> {
  const { registration } = self
  const isChecked = await registration.update().then(() => true, ignoring(...UPDATE_ERRORS))
  if (!isChecked || registration.installing || registration.waiting) return
  const cache = await caches.open(cacheNames.precache)
  for (const key of controller.getURLsToCacheKeys().values()) {
    const cached = await cache.match(key)
    if (cached && !isPageInsteadOfFile(key, cached)) continue
    const answer = await fetch(new Request(key, { cache: 'no-cache', credentials: 'same-origin' })).catch(
      ignoring(...FETCH_ERRORS),
    )
    if (!answer) return
    if (await isOfBuild(urls, key, answer)) await cache.put(key, answer)
  }
}
