/// <reference lib="webworker" />
import type { RouteHandlerCallback } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { isArrival } from '#contract/arrivals.ts'
import { PAGE_FONT } from '#contract/pageFont.ts'
import { isDataSaverLikely } from '#data/database/dataSaver.ts'
import { hasPersonalHome } from '#data/platform/personalHomeMarker.ts'
import { versionOf } from './version.ts'

declare const self: ServiceWorkerGlobalScope

/** The home as the server has drawn it, one cache for each build: its scripts are those of that build alone. */
const HOME = 'parde-home-'
/** Drawn so lately it is not asked for again, in ms. */
const FRESH = 600_000
/** A worker waits for it no longer than this before it is installed, in ms. */
const PATIENCE = 10_000

/**
 * The home comes with its content in it from the second visit on as well: as it was drawn at the last one, and for the
 * next one it is fetched behind this one's back. The app takes it over and asks for what is newer. Whose home has rows of
 * their own gets the shell, with these in their places: what came later would push the rest down; and so does who spares data: what
 * is drawn for everybody names pictures of full size. `build`: what tells this
 * build from others; `page`: its page without content; `shell` answers with that where nothing was kept. The answer fetches
 * the home, to be called once the build's files are here.
 */
export function homePage({ build, page, shell }: { build: string; page: BuiltPage; shell: RouteHandlerCallback }) {
  const name = `${HOME}${build}`
  // A device without room, or a server that draws no home, does without.
  const refresh = () => fetchHome(name, page).catch(() => undefined)
  self.addEventListener('activate', (event) => event.waitUntil(forgetOthers(name)))
  registerRoute(
    ({ request, sameOrigin, url }) =>
      sameOrigin && request.mode === 'navigate' && url.pathname === '/' && isArrival(url.search),
    async (options) => {
      if (await isOtherwise().catch(() => false)) return shell(options)
      const kept = await caches.match('/', { cacheName: name, ignoreVary: true }).catch(() => undefined)
      if (!kept || isOld(kept)) options.event.waitUntil(refresh())
      return kept ?? shell(options)
    },
  )
  return refresh
}

/** Whether what this device is to show is not what was drawn for everybody. */
async function isOtherwise(): Promise<boolean> {
  return (await hasPersonalHome()) || (await isDataSaverLikely())
}

/** The page as it was built, if it is here. */
type BuiltPage = () => Promise<string | undefined>

/** Clocks can be wrong: what comes from the future is old as well. */
function isOld(page: Response): boolean {
  const age = Date.now() - Date.parse(page.headers.get('Date') ?? '')
  return !(age >= 0 && age < FRESH)
}

async function fetchHome(name: string, builtPage: BuiltPage): Promise<void> {
  const page = await fetch('/', {
    cache: 'no-cache',
    credentials: 'omit',
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(PATIENCE),
  })
  if (page.status !== 200 || page.redirected) return
  // Of a build that is only just being deployed: its own worker will keep it.
  const built = await builtPage()
  const html = await page.text()
  const own = versionOf(built)
  if (own === undefined || versionOf(html) !== own) return
  const { status, headers } = page
  const kept = new Response(withFont(html, built), { status, headers })
  await (await caches.open(name)).put('/', kept)
}

/** On a first visit the font comes behind the picture; from the device it is there at once, and no word changes its form. */
function withFont(html: string, built = ''): string {
  const [font = ''] = PAGE_FONT.exec(built) ?? []
  return html.includes(font) ? html : html.replace('</head>', () => `${font}</head>`)
}

async function forgetOthers(name: string): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((one) => one.startsWith(HOME) && one !== name).map((one) => caches.delete(one)))
}
