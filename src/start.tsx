import type { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createSync, type Sync } from '#app/createSync.ts'
import { startPaymentCheck } from '#app/paymentCheck.ts'
import { createQueryClient, persistInitialQueries } from '#app/queryClient.ts'
import { registerWorker } from '#app/registerWorker.ts'
import type { HydrationData } from '#contract/hydrationData.ts'
import { whenIdle } from '#data/platform/whenIdle.ts'
import { App } from './App.tsx'
import { takeEarlyClicks } from './app/clickReplay.ts'
import { hydrateQueries, readHydrationData, storeHydrationData } from './app/hydrationData.ts'
import { removeArrivalQuery, storeReferral } from './app/referral.ts'
import { retryFirstStylesheet } from './app/retryFirstStylesheet.ts'
import { whenSafeToReload } from './app/whenSafeToReload.ts'
import { noteError } from './data/database/journal.ts'
import { TOKEN_COOKIE } from './data/database/session.ts'
import { requestPersistence } from './data/database/storageQuota.ts'
import { apiBaseNow } from './data/network/apiBase.ts'
import { readCookieNow } from './data/platform/cookies.ts'
import { ignoring, STORAGE_ERRORS } from './data/platform/ignoring.ts'
import { listenForInstallPrompt } from './data/platform/install.ts'
import { reportError, startErrorReporting } from './data/platform/reportError.ts'
import { SLOW_START_ID } from './features/shell/slowStartNotice.ts'
import { reloadOnMissingChunk } from './features/system/missingChunk.ts'
import { screenState } from './parts/navigation/screenState.ts'
import { titlePreview } from './parts/navigation/titlePreview.ts'
import { createAppRouter } from './router.ts'
import { appText } from './text/app.ts'
import { showSnackbar } from './ui/feedback/snackbar.ts'

/** The frame shows until the first screen's chunk is loaded, for at most this long, in ms. */
const FIRST_SCREEN_TIMEOUT = 2_500
const errors = {
  // A not-found screen is no error of the app.
  onCaughtError: (failure: unknown) => {
    if (!isNotFound(failure)) reportError(failure)
  },
}

/** Objects created by a start. */
interface AppStart {
  queryClient: QueryClient
  sync: Sync
  router: ReturnType<typeof createAppRouter>
  /** The component tree; `earlyClicks` are repeated once it is mounted. */
  app: (earlyClicks: HTMLElement[]) => ReactNode
}

/** Hydrates a prerendered page, or renders into the frame in index.html. */
export function start() {
  startErrorReporting(noteError)
  try {
    startApp()
  } finally {
    // A newer build may fix whatever broke.
    registerWorker()
  }
}

function startApp() {
  document.getElementById(SLOW_START_ID)?.remove()
  const firstScreen = readHydrationData()
  storeReferral(location.search)
  removeArrivalQuery()
  // Browsers grant persistence more readily to an installed app.
  listenForInstallPrompt({
    onInstalled: () => void requestPersistence({ again: true }).catch(ignoring(...STORAGE_ERRORS)),
  })
  reloadOnMissingChunk(whenSafeToReload)
  retryFirstStylesheet(document.querySelector('link[rel="stylesheet"]'))
  const queryClient = createQueryClient()
  const sync = createSync(queryClient)
  const router = createAppRouter({ queryClient, syncNow: sync.syncNow })
  screenState.follow(router)
  const root = document.getElementById('root')
  const sheet = root?.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? undefined
  const pictures = apiBaseNow()
  const app = (earlyClicks: HTMLElement[]) => (
    <App {...{ queryClient, router, pictures, sheet, renderedAt: firstScreen?.at, earlyClicks }} />
  )
  const start = { queryClient, sync, router, app }

  if (root && firstScreen) hydratePrerendered(root, firstScreen, start)
  else if (root) renderFromScratch(root, start)

  // A guest's first visit: the device has no data of use for the prerendered page, and the outbox is empty.
  const isNew =
    firstScreen !== undefined && !navigator.serviceWorker?.controller && readCookieNow(TOKEN_COOKIE) === undefined
  if (!isNew) sync.start()
  startPaymentCheck(() => {
    void queryClient.invalidateQueries({ queryKey: ['payment'] })
    void router.navigate({ to: '/successful-payment' })
  })

  // In a separate task from the `load` event.
  const startLater = () => setTimeout(startTheRest, 0, start)
  if (document.readyState === 'complete') startLater()
  else addEventListener('load', startLater)
}

/** Hydrates the prerendered page in pieces, so that clicks and scrolling are not blocked. */
function hydratePrerendered(root: HTMLElement, content: HydrationData, { queryClient, router, app }: AppStart) {
  hydrateQueries(queryClient, content)
  // Marks the router as server-rendered, so that it renders the same boundaries as the server.
  router.ssr = { manifest: undefined }
  void router.load().finally(() => {
    const page = app(takeEarlyClicks())
    const { href } = router.state.location
    const onRecoverableError = (failure: unknown) => {
      // After a navigation during hydration, React renders the next screen on the client, which is expected.
      if (router.state.location.href === href) reportError(failure)
    }
    startTransition(() => void hydrateRoot(root, page, { ...errors, onRecoverableError }))
    // After a navigation the grid is rendered again: drop the prerendered layout skipping, so that scroll restoration
    // works. A background home keeps it.
    const unsubscribe = router.subscribe('onResolved', ({ toLocation }) => {
      const isInFront = router.state.matches.some(({ routeId }) => routeId === '/_home/titles/$id/$slug')
      if (toLocation.href === href || isInFront) return
      unsubscribe()
      root.removeAttribute('data-drawn')
    })
    // Only now: cached data from earlier visits does not match the prerendered screen.
    whenIdle(() => {
      storeHydrationData(content)
      persistInitialQueries(queryClient)
    })
  })
}

/** The frame in index.html stays until the first screen can render. */
function renderFromScratch(root: HTMLElement, { queryClient, router, app }: AppStart) {
  persistInitialQueries(queryClient)
  const timeout = new Promise((done) => setTimeout(done, FIRST_SCREEN_TIMEOUT))
  void Promise.race([router.load(), timeout]).finally(() => {
    const page = app(takeEarlyClicks())
    startTransition(() => createRoot(root, errors).render(page))
  })
}

/** Loads the rest after the first screen; offline, retries when the network returns. */
function startTheRest(start: AppStart) {
  const { queryClient, sync, router } = start
  sync.start()
  import('#app/afterStart.ts').then(
    ({ afterStart }) =>
      afterStart(queryClient, {
        navigate: (path) => void router.navigate({ href: path }),
        loadTitles: async () => {
          await router.loadRouteChunk(router.routesById['/_home/titles/$id/$slug'])
          titlePreview.enable()
        },
        announceDeletion: () => showSnackbar({ text: appText.accountDeleted, decline: appText.understood }),
      }),
    (failure: unknown) => {
      // A missing chunk is expected without a network, and not reported.
      reportError(failure)
      addEventListener('online', () => startTheRest(start), { once: true })
    },
  )
}
