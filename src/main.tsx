import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, persistFirstScreen } from '#app/queryClient.ts'
import { registerWorker } from '#app/registerWorker.ts'
import { startSync } from '#app/startSync.ts'
import { createAppRouter } from './router.ts'

const queryClient = createQueryClient()
persistFirstScreen(queryClient)
const router = createAppRouter(queryClient)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

startSync(queryClient)
registerWorker()
