import 'virtual:theme.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/fonts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { isNotFound, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { noteArrival } from '#app/arrival.ts'
import { startPaymentCheck } from '#app/paymentCheck.ts'
import { createQueryClient, persistFirstScreen } from '#app/queryClient.ts'
import { registerWorker } from '#app/registerWorker.ts'
import { startSync } from '#app/startSync.ts'
import { followInstall } from '#data/install.ts'
import { apiBaseNow } from '#data/place.ts'
import { ErrorBoundary } from '#features/system/ErrorBoundary.tsx'
import { holdReloadsOffline } from '#features/system/missingPart.ts'
import { PictureBase } from '#ui/Picture.tsx'
import { createAppRouter } from './router.ts'

noteArrival(location.search)
followInstall()
holdReloadsOffline()
const queryClient = createQueryClient()
persistFirstScreen(queryClient)
const router = createAppRouter(queryClient)

/** A first screen whose code does not come is not waited for any longer, in ms: its place is shown. */
const FIRST_SCREEN = 2_500

const root = document.getElementById('root')
if (root) {
  const waited = new Promise((done) => setTimeout(done, FIRST_SCREEN))
  // Until the first screen can be drawn the frame in index.html stays.
  void Promise.race([router.load(), waited]).finally(() => {
    createRoot(root, {
      // An address that leads nowhere is answered by a screen: nothing is wrong with the app.
      onCaughtError: (failure) => {
        if (!isNotFound(failure)) console.error(failure)
      },
    }).render(
      <StrictMode>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <PictureBase value={apiBaseNow()}>
              <RouterProvider router={router} />
            </PictureBase>
          </QueryClientProvider>
        </ErrorBoundary>
      </StrictMode>,
    )
  })
}

startSync(queryClient)
startPaymentCheck(() => {
  void queryClient.invalidateQueries({ queryKey: ['payment'] })
  void router.navigate({ to: '/successful-payment' })
})
registerWorker()

/** Nothing of it is on the first screen: it comes when that stands. */
function startNews() {
  void import('#app/followNews.ts').then(
    ({ followNews }) => followNews(queryClient, (path) => void router.navigate({ href: path })),
    () => undefined,
  )
}
if (document.readyState === 'complete') startNews()
else addEventListener('load', startNews)
