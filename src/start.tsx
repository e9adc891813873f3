import type { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { startPaymentCheck } from '#app/paymentCheck.ts'
import { createQueryClient, persistInitialQueries } from '#app/queryClient.ts'
import { registerWorker } from '#app/registerWorker.ts'
import { startSync } from '#app/startSync.ts'
import { whenIdle } from '#app/whenIdle.ts'
import type { FirstScreen } from '#contract/firstScreen.ts'
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
import { posterTransition } from './parts/navigation/posterTransition.ts'
import { screenState } from './parts/navigation/screenState.ts'
import { titlePreview } from './parts/navigation/titlePreview.ts'
import { createAppRouter } from './router.ts'

/** A first screen whose code does not come is not waited for any longer, in ms: its place is shown. */
const FIRST_SCREEN = 2_500
const errors = {
  // An address that leads nowhere is answered by a screen: nothing is wrong with the app.
  onCaughtError: (failure: unknown) => {
    if (!isNotFound(failure)) reportError(failure)
  },
}

/** What a start makes, once. */
interface AppStart {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
  app: ReactNode
}

/** Brings the page to life: what a server has drawn, or the frame in index.html. */
export function start() {
  startErrorReporting(noteError)
  try {
    startApp()
  } finally {
    // Should something have broken, a newer build may have mended it.
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
  const router = createAppRouter(queryClient)
  screenState.follow(router)
  const root = document.getElementById('root')
  const sheet = root?.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? undefined
  const app = <App queryClient={queryClient} router={router} pictures={apiBaseNow()} sheet={sheet} />
  const made = { queryClient, router, app }

  if (root && firstScreen) hydratePrerendered(root, firstScreen, made)
  else if (root) renderFromScratch(root, made)

  // A guest's first visit: nothing on this device is of use for what the server has drawn, and nothing waits to be sent.
  const isNew =
    firstScreen !== undefined && !navigator.serviceWorker?.controller && readCookieNow(TOKEN_COOKIE) === undefined
  if (!isNew) startSync(queryClient)
  startPaymentCheck(() => {
    void queryClient.invalidateQueries({ queryKey: ['payment'] })
    void router.navigate({ to: '/successful-payment' })
  })

  // Not on top of the task in which the page becomes complete.
  const later = () => setTimeout(startTheRest, 0, made)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later)
}

/** What the server has drawn stays, and comes to life piece by piece, leaving taps and scrolling their turn in between. */
function hydratePrerendered(place: HTMLElement, content: FirstScreen, { queryClient, router, app }: AppStart) {
  // Should src/app/early/deferLayout.ts not have come.
  document.documentElement.dataset.whole = ''
  hydrateQueries(queryClient, content)
  // The router draws around its screens what the server's does.
  router.ssr = { manifest: undefined }
  void router.load().finally(() => {
    takeEarlyClicks()
    const { href } = router.state.location
    const onRecoverableError = (failure: unknown) => {
      // Who has gone on while pieces were still to come to life gets the next screen drawn anew: nothing is wrong.
      if (router.state.location.href === href) reportError(failure)
    }
    startTransition(() => void hydrateRoot(place, app, { ...errors, onRecoverableError }))
    // A wall that is made anew is laid out whole, so that its place is found again; one that stays behind a title knows its own.
    const follow = router.subscribe('onResolved', ({ toLocation }) => {
      const isInFront = router.state.matches.some(({ routeId }) => routeId === '/_home/titles/$id/$slug')
      if (toLocation.href === href || isInFront) return
      follow()
      place.removeAttribute('data-drawn')
    })
    // Not before: what the device remembers of other days is not what stands on the screen.
    whenIdle(() => {
      storeHydrationData(content)
      persistInitialQueries(queryClient)
    })
  })
}

/** Until the first screen can be drawn the frame in index.html stays. */
function renderFromScratch(place: HTMLElement, { queryClient, router, app }: AppStart) {
  persistInitialQueries(queryClient)
  const waited = new Promise((done) => setTimeout(done, FIRST_SCREEN))
  void Promise.race([router.load(), waited]).finally(() => {
    takeEarlyClicks()
    startTransition(() => createRoot(place, errors).render(app))
  })
}

/** Nothing of it is on the first screen: it comes when that stands, or when the network does that it comes by. */
function startTheRest(made: AppStart) {
  const { queryClient, router } = made
  posterTransition.disableOnSlowStart()
  startSync(queryClient)
  import('#app/afterStart.ts').then(
    ({ afterStart }) =>
      afterStart(
        queryClient,
        (path) => void router.navigate({ href: path }),
        async () => {
          await router.loadRouteChunk(router.routesById['/_home/titles/$id/$slug'])
          titlePreview.enable()
        },
      ),
    () => addEventListener('online', () => startTheRest(made), { once: true }),
  )
}
