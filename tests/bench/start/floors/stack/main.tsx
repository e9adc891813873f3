import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { persistQueryClient } from '@tanstack/react-query-persist-client'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Dexie } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { ofetch } from 'ofetch'
import type { MouseEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'
import * as v from 'valibot'
import { Workbox } from 'workbox-window'

/**
 * The app's stack with an empty screen: right-to-left theme, router, persisted query cache, database and validated calls.
 */
const cache = createCache({ key: 'rtl', stylisPlugins: [prefixer, rtlPlugin] })
const theme = createTheme({ direction: 'rtl', cssVariables: true, palette: { mode: 'dark' } })
const database = new Dexie('floor')
database.version(1).stores({ rows: 'id' })
const queries = new QueryClient()
void persistQueryClient({ queryClient: queries, persister: createSyncStoragePersister({ storage: localStorage }) })
const Words = v.object({ words: v.string() })
const ask = async () => v.parse(Words, await ofetch('/words.json')).words

function Hello() {
  const words = useQuery({ queryKey: ['words'], queryFn: ask, initialData: 'سلام دنیا', enabled: false })
  useLiveQuery(() => database.table('rows').count())
  return (
    <>
      <Typography variant="h1">{words.data}</Typography>
      <a href="/next" onClick={follow}>
        {NEXT}
      </a>
    </>
  )
}

const NEXT = 'صفحهٔ بعد'
function follow(event: MouseEvent) {
  event.preventDefault()
  // This path is not in the app's route tree, whose types are registered globally.
  router.history.push('/next')
}
const Next = () => <Typography variant="h1">{NEXT}</Typography>

const root = createRootRoute()
const home = createRoute({ getParentRoute: () => root, path: '/', component: Hello })
const next = createRoute({ getParentRoute: () => root, path: '/next', component: Next })
const router = createRouter({ routeTree: root.addChildren([home, next]) })

const container = document.getElementById('root')
if (container) {
  createRoot(container).render(
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  )
}
void new Workbox('/sw.js').register()
