/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { cacheNames, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { filesOnly, isOfBuild, isPageInsteadOfFile } from './buildIntegrity.ts'
import { homePage } from './homePage.ts'
import { keepPreviousBuild, previousBuildFile } from './previousBuilds.ts'
import { versionOf } from './version.ts'

declare const self: ServiceWorkerGlobalScope

export interface AppFile {
  url: string
  revision: string | null
}

const BUILT = '/assets/'
/**
 * Where app and API share an origin, what is the API's is no screen: the way to the gateway and back. The screen that
 * Telegram may frame comes under headers of its own, which the kept page does not have.
 */
const NO_SCREENS = [/^\/(api|sanctum|media)\//, /^\/telegram-app$/]

/**
 * The app's own files, whole and of one build, or not at all: every address of a screen is answered by the kept page. What a newer build
 * has replaced stays for tabs that still show the old one; what has gone missing is fetched anew. The answer tells the
 * version of the kept page.
 */
export function serveAppFiles(files: AppFile[]): () => Promise<string | undefined> {
  const urls = new Set(files.map(({ url }) => url))
  const controller = new PrecacheController({ plugins: [ofBuild(urls), mending(() => mend(controller, urls))] })
  controller.addToCacheList(files)
  self.addEventListener('activate', (event) => {
    const kept = new Set(controller.getCachedURLs().map((url) => controller.getCacheKeyForURL(url) ?? url))
    // A device without room for them does without: their tabs reload when a part is missing.
    const former = keepPreviousBuild({ from: cacheNames.precache, built: BUILT, without: kept }).catch(() => undefined)
    event.waitUntil(former.then(() => controller.activate(event)))
  })
  const shell = controller.createHandlerBoundToURL('/index.html')
  const page = async () => (await controller.matchPrecache('/index.html'))?.text()
  const build = files.find(({ url }) => url === 'index.html')?.revision ?? 'build'
  const fetchHome = homePage({ build, page, shell })
  self.addEventListener('install', (event) => event.waitUntil(controller.install(event).then(fetchHome)))
  registerRoute(new PrecacheRoute(controller))
  registerRoute(new NavigationRoute(shell, { denylist: NO_SCREENS }))
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(BUILT),
    async ({ request, event }) => (await previousBuildFile(request.url)) ?? parts.handle({ request, event }),
  )
  return async () => versionOf(await page())
}

/** Built files that not everybody needs (what plays films): here from their first use on. */
const parts = new CacheFirst({
  cacheName: 'parde-parts',
  plugins: [filesOnly, new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: 4 })],
})

/** What is of another build, or no file, is not kept, and the worker is not installed; what an earlier one has kept of it is fetched anew. */
function ofBuild(urls: ReadonlySet<string>): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ request, response }) =>
      (await isOfBuild(urls, request.url, response)) ? response : null,
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      if (!cachedResponse) return null
      // Nobody who opens a screen waits until its page has been read through.
      if (event.type !== 'install') return isPageInsteadOfFile(request.url, cachedResponse) ? null : cachedResponse
      return (await isOfBuild(urls, request.url, cachedResponse)) ? cachedResponse : null
    },
  }
}

let isMending = false

/** Somebody has emptied the cache from under us: the network answers once, and the rest is put back behind it. */
function mending(mend: () => Promise<void>): WorkboxPlugin {
  return {
    async cachedResponseWillBeUsed({ cachedResponse, event }) {
      if (!cachedResponse && event.type === 'fetch' && !isMending) {
        isMending = true
        const done = mend()
          .catch(() => undefined)
          .finally(() => {
            isMending = false
          })
        ;(event as ExtendableEvent).waitUntil(done)
      }
      return cachedResponse ?? null
    },
  }
}

/** Files of another build would not fit to ours: if there is one, it brings its own. */
async function mend(controller: PrecacheController, urls: ReadonlySet<string>): Promise<void> {
  const { registration } = self
  await registration.update()
  if (registration.installing || registration.waiting) return
  const cache = await caches.open(cacheNames.precache)
  for (const key of controller.getURLsToCacheKeys().values()) {
    const kept = await cache.match(key)
    if (kept && !isPageInsteadOfFile(key, kept)) continue
    const answer = await fetch(new Request(key, { cache: 'no-cache', credentials: 'same-origin' }))
    if (await isOfBuild(urls, key, answer)) await cache.put(key, answer)
  }
}
