import { CancelledError, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createSync } from '#app/createSync.ts'
import { createQueryClient } from '#app/queryClient.ts'
import { lazyDatabases } from '#data/database/lazy.ts'
// `src/router.ts` is outside every folder that has an import alias.
import { createAppRouter } from '../../src/router.ts'
import { deviceCleanups } from './device.ts'

/** Opens the app at an address as a tab does, with the real router, screens, query client and data layer. */
export async function openApp(path: string) {
  // The build's live queries wait for Dexie (`vite.config.ts`). Those of tests would miss changes while it loads.
  await lazyDatabases()
  window.history.replaceState(null, '', path)
  const client = createQueryClient()
  const router = createAppRouter({ queryClient: client, syncNow: createSync(client).syncNow })
  deviceCleanups.add(async () => {
    // A prefetch starts with a delay and would run on the next test's device.
    router.preloadRoute = async () => undefined
    // So would the queries of a prefetch that has started.
    client.fetchQuery = () => Promise.reject(new CancelledError())
    // A query that failed offline retries after a second.
    await client.cancelQueries()
  })
  const user = userEvent.setup()
  await router.load()
  const tab = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    client,
    router,
    user,
    /** The current address: path, query and hash. */
    currentHref: () => router.state.location.href,
    close() {
      tab.unmount()
      client.clear()
    },
  }
}
