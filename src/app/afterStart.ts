import type { QueryClient } from '@tanstack/react-query'
import { learnFromStart } from '#parts/growing.ts'
import type { createAppRouter } from '../router.ts'
import { followFreshness } from './followFreshness.ts'
import { followKept } from './followKept.ts'
import { followLaunches } from './followLaunches.ts'
import { followNews } from './followNews.ts'
import { followReach } from './followReach.ts'
import { nameSplash } from './splash.ts'
import { warmParts } from './warmParts.ts'

/** What no first screen waits for; it comes when that stands. */
export function afterStart(client: QueryClient, router: ReturnType<typeof createAppRouter>) {
  const go = (path: string) => void router.navigate({ href: path })
  followReach(client)
  followNews(client, go)
  followKept()
  followLaunches(go)
  followFreshness()
  nameSplash()
  learnFromStart()
  warmParts(() => router.loadRouteChunk(router.routesById['/titles/$id/$slug']))
}
