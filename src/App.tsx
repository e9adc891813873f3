import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { useEarlyTaps } from '#app/earlyTaps.ts'
import { ErrorBoundary } from '#features/system/ErrorBoundary.tsx'
import { PictureBase } from '#ui/Picture.tsx'
import type { createAppRouter } from './router.ts'

/** All there is to draw, the same in the page and on the server. `pictures`: what their addresses stand on. */
export function App({
  queryClient,
  router,
  pictures,
}: {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
  pictures: string
}) {
  useEarlyTaps()
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <PictureBase value={pictures}>
            <RouterProvider router={router} />
          </PictureBase>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  )
}
