import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createQueryClient } from '#app/queryClient.ts'
// The front door of the app has no room, and so no name to be imported by.
import { createAppRouter } from '../../src/router.ts'
import { atHome } from './device.ts'

/** Opens the app at an address, as a tab does: the real router, screens, query clocks and data floor. */
export async function openApp(path: string) {
  window.history.replaceState(null, '', path)
  const client = createQueryClient()
  const router = createAppRouter(client)
  atHome.add(async () => {
    // A link that was touched is read ahead a moment later, be it of a screen that is long gone: the next device would have seen it.
    router.preloadRoute = async () => undefined
    // And a question that met no network is asked again after a second.
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
    /** Where the person is now. */
    currentHref: () => router.state.location.href,
    close() {
      tab.unmount()
      client.clear()
    },
  }
}
