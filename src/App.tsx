import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { ErrorBoundary } from '#features/system/ErrorBoundary.tsx'
import { useClickReplay } from './app/clickReplay.ts'
import { watchReconnect } from './data/network/connectivity.ts'
import { FirstStylesheet } from './features/shell/firstStylesheet.ts'
import { RenderTime } from './parts/cards/useYear.ts'
import type { createAppRouter } from './router.ts'
import { PictureBase, PictureReturn } from './ui/pictures/Picture.tsx'

/**
 * The component tree, identical on page and server. `pictures`: base of picture addresses; `sheet`: address of the
 * first style sheet in a prerendered page, and `renderedAt` its time in ms. `earlyClicks`: buttons that were clicked before hydration.
 */
export function App({
  queryClient,
  router,
  pictures,
  sheet,
  renderedAt,
  earlyClicks,
}: {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
  pictures: string
  sheet?: string | undefined
  renderedAt?: number | undefined
  earlyClicks?: HTMLElement[]
}) {
  useClickReplay(earlyClicks)
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <PictureBase value={pictures}>
            <PictureReturn value={watchReconnect}>
              <FirstStylesheet value={sheet}>
                <RenderTime value={renderedAt}>
                  <RouterProvider router={router} />
                </RenderTime>
              </FirstStylesheet>
            </PictureReturn>
          </PictureBase>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  )
}
