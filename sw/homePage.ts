/// <reference lib="webworker" />

import type { RouteHandlerCallback } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { hasOnlyArrivalParameters } from '#contract/arrivalParameters.ts'
import { HYDRATION_DATA_ID } from '#contract/hydrationData.ts'
import { PAGE_FONT } from '#contract/pageFont.ts'
import { isDataSaverLikely } from '#data/database/dataSaver.ts'
import { HOME_CACHE_PREFIX } from '#data/platform/cacheNames.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { hasPersonalHome } from '#data/platform/personalHomeMarker.ts'
import { versionOf } from './version.ts'
import { waitUntil } from './waitUntil.ts'

declare const self: ServiceWorkerGlobalScope

/** A newer copy is not fetched again, in ms. */
const MAX_AGE = 600_000
/** Timeout of the fetch, in ms; installation waits for it. */
const FETCH_TIMEOUT = 10_000

/**
 * Serves the prerendered home from the second visit on: the copy of the last visit, while a new one is fetched in the
 * background. The app hydrates it and refreshes the data. Serves the shell when the home has personal rows, which would
 * push the prerendered rows down, and in data-saver mode, because the prerendered page references full-size pictures.
 * `build` identifies the build; `page` is its page without content. Call the returned function, which fetches the home,
 * once the build's files are cached.
 */
export function homePage({ build, page, shell }: { build: string; page: BuiltPage; shell: RouteHandlerCallback }) {
  const name = `${HOME_CACHE_PREFIX}${build}`
  // Without space, or with a server that does not prerender, the shell is served.
  const refreshCopy = () => fetchHome(name, page).catch(ignoring(...STORAGE_ERRORS, 'TypeError'))
  self.addEventListener('activate', (event) => waitUntil(event, deleteOtherBuilds(name)))
  registerRoute(
    ({ request, sameOrigin, url }) =>
      sameOrigin && request.mode === 'navigate' && url.pathname === '/' && hasOnlyArrivalParameters(url.search),
    async (options) => {
      if (await isPrerenderedUnsuitable().catch(ignoring(...STORAGE_ERRORS))) return shell(options)
      const cached = await caches.match('/', { cacheName: name, ignoreVary: true }).catch(ignoring(...STORAGE_ERRORS))
      if (!cached || isOld(cached)) options.event.waitUntil(refreshCopy())
      return cached ?? shell(options)
    },
  )
  return refreshCopy
}

/** Whether this device must not show the prerendered home. */
async function isPrerenderedUnsuitable(): Promise<boolean> {
  return (await hasPersonalHome()) || (await isDataSaverLikely())
}

/** The built page, if cached. */
type BuiltPage = () => Promise<string | undefined>

/** A date in the future means a wrong clock and counts as old. */
function isOld(page: Response): boolean {
  const age = Date.now() - Date.parse(page.headers.get('Date') ?? '')
  return !(age >= 0 && age < MAX_AGE)
}

async function fetchHome(name: string, builtPage: BuiltPage): Promise<void> {
  const page = await fetch('/', {
    cache: 'no-cache',
    credentials: 'omit',
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
  })
  if (page.status !== 200 || page.redirected) return
  // A page of a build that is being deployed is left to that build's worker.
  const built = await builtPage()
  const html = await page.text()
  const own = versionOf(built)
  if (own === undefined || versionOf(html) !== own || !isWhole(html)) return
  const { status, headers } = page
  const copy = new Response(withFont(html, built), { status, headers })
  await (await caches.open(name)).put('/', copy)
}

/** Whether the page has its last element, the hydration data. A proxy may truncate pages. */
function isWhole(html: string): boolean {
  return html.slice(html.indexOf(`id="${HYDRATION_DATA_ID}"`)).includes('</script>')
}

/**
 * Adds the font preload that the server leaves out for first visits: a cached font loads at once, without a layout
 * shift.
 */
function withFont(html: string, built = ''): string {
  const [font = ''] = PAGE_FONT.exec(built) ?? []
  return html.includes(font) ? html : html.replace('</head>', () => `${font}</head>`)
}

async function deleteOtherBuilds(name: string): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((one) => one.startsWith(HOME_CACHE_PREFIX) && one !== name).map((one) => caches.delete(one)),
  )
}
