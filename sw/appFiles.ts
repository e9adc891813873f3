/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { cacheNames, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { CHUNK_CACHE } from '#data/platform/cacheNames.ts'
import { FETCH_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { singleFlight } from '#data/platform/singleFlight.ts'
import { type BuildFiles, filesOnly, isOfBuild, isPageInsteadOfFile } from './buildIntegrity.ts'
import { homePage } from './homePage.ts'
import { cachePreviousBuild, previousBuildFile } from './previousBuilds.ts'
import { versionOf } from './version.ts'
import { waitUntil } from './waitUntil.ts'

declare const self: ServiceWorkerGlobalScope

export interface AppFile {
  url: string
  revision: string | null
  /** Written by the build; pages have none. */
  integrity?: string
}

const BUILT = '/assets/'
/** Requests at a time during installation. Browsers open at most six connections to a host with HTTP/1.1. */
const PARALLEL_REQUESTS = 6
/**
 * Files that the very first worker fetches after it has taken control, so that a short first visit is enough to open
 * home, search, titles and saved titles without a network. The chunks are those of `vite.chunks.ts`.
 */
const RARE_FILES = /^assets\/(player|lightbox|forms|sortable|readList|estedad-(extended|accents))/
/**
 * On a shared origin the API's paths are not screens. The screen that Telegram embeds needs its own headers, which the
 * cached page does not have.
 */
const NON_SCREEN_PATHS = [/^\/(api|sanctum|media)\//, /^\/telegram-app$/]

interface AppFiles {
  /** Reads the version of the cached page. */
  version(): Promise<string | undefined>
  /** Fetches the files that are missing in the cache: rare ones after the first installation, and evicted ones. */
  complete(): Promise<void>
}

/**
 * Precaches the app's files of one build and answers every navigation with the cached page. An update installs all files
 * or none; the first worker installs without the rare files. Files of previous builds stay for open tabs; missing files
 * are fetched again.
 */
export function serveAppFiles(files: AppFile[]): AppFiles {
  const build: BuildFiles = new Map(files.map(({ url, integrity }) => [url, integrity]))
  const complete = singleFlight(() => fetchMissing(controller, build))
  const controller = new PrecacheController({ plugins: [ofBuild(build), refilling(complete)] })
  // Without the hashes, which `ofBuild` checks: Workbox would not check files that an earlier worker cached.
  controller.addToCacheList(files.map(({ url, revision }) => ({ url, revision })))
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
  const revision = files.find(({ url }) => url === 'index.html')?.revision ?? 'build'
  const fetchHome = homePage({ build: revision, page, shell })
  self.addEventListener('install', (event) => {
    const needed = self.registration.active ? files : files.filter(({ url }) => !RARE_FILES.test(url))
    event.waitUntil(install(controller, event, needed).then(fetchHome))
  })
  registerRoute(new PrecacheRoute(controller))
  registerRoute(new NavigationRoute(shell, { denylist: NON_SCREEN_PATHS }))
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(BUILT),
    async ({ request, event }) => (await previousBuildFile(request.url)) ?? chunks.handle({ request, event }),
  )
  return { version: async () => versionOf(await page()), complete }
}

/**
 * Precaches files, several at a time: Workbox's own installation pays a round trip for each file one after the other
 * (https://github.com/GoogleChrome/workbox/issues/2528). Files that an interrupted installation has cached are not
 * fetched again.
 */
async function install(controller: PrecacheController, event: ExtendableEvent, files: AppFile[]): Promise<void> {
  await inParallel(files, async ({ url, revision }) => {
    const add = async (cache: RequestCache) => {
      const request = new Request(url, { cache, credentials: 'same-origin' })
      await Promise.all(controller.strategy.handleAll({ request, event }))
    }
    if (revision !== null) return add('reload')
    await add('default').catch((failure: unknown) => {
      // The browser's HTTP cache may have stored a truncated file for a year.
      ignoring('bad-precaching-response', ...FETCH_ERRORS)(failure)
      return add('reload')
    })
  })
}

async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const runner = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, runner))
}

/** Chunks that not every user needs (the player), cached on first use. */
const chunks = new CacheFirst({
  cacheName: CHUNK_CACHE,
  plugins: [filesOnly, new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: 4 })],
})

/**
 * Rejects responses of another build and files with other bytes than the built ones; the worker is then not installed.
 * Entries that an earlier worker cached are checked again and refetched.
 */
function ofBuild(build: BuildFiles): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ request, response }) =>
      (await isOfBuild(build, request.url, response)) ? response : null,
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      if (!cachedResponse) return null
      // Reading the whole file would delay it, so only installation checks the content.
      if (event.type !== 'install') return isPageInsteadOfFile(request.url, cachedResponse) ? null : cachedResponse
      return (await isOfBuild(build, request.url, cachedResponse)) ? cachedResponse : null
    },
  }
}

/** The browser evicted the precache: answer from the network and refill the cache in the background. */
function refilling(complete: () => Promise<void>): WorkboxPlugin {
  return {
    async cachedResponseWillBeUsed({ cachedResponse, event }) {
      if (!cachedResponse && event.type === 'fetch') waitUntil(event as ExtendableEvent, complete())
      return cachedResponse ?? null
    },
  }
}

/** Fetches the files that the cache lacks. Those of a newer build are left to its own worker. */
async function fetchMissing(controller: PrecacheController, build: BuildFiles): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const missing: string[] = []
  for (const key of controller.getURLsToCacheKeys().values()) {
    const cached = await cache.match(key)
    if (!cached || isPageInsteadOfFile(key, cached)) missing.push(key)
  }
  if (missing.length === 0) return
  await inParallel(missing, async (key) => {
    const request = new Request(key, { cache: 'no-cache', credentials: 'same-origin' })
    const answer = await fetch(request).catch(ignoring(...FETCH_ERRORS))
    if (answer && (await isOfBuild(build, key, answer))) await cache.put(key, answer)
  })
}
