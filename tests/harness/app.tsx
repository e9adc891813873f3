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
  // A question that met no network is asked again a second later, be it of a screen that is long gone.
  atHome.add(() => client.cancelQueries())
  const router = createAppRouter(client)
  const person = userEvent.setup()
  await router.load()
  const tab = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    client,
    router,
    person,
    /** Where the person is now. */
    here: () => router.state.location.href,
    close() {
      tab.unmount()
      client.clear()
    },
  }
}
