import type { QueryClient } from '@tanstack/react-query'
import { followFreshness } from './followFreshness.ts'
import { followKept } from './followKept.ts'
import { followLaunches } from './followLaunches.ts'
import { followNews } from './followNews.ts'
import { followReach } from './followReach.ts'
import { nameSplash } from './splash.ts'

/** What no first screen waits for; it comes when that stands. `go` leads to a path of the app's. */
export function afterStart(client: QueryClient, go: (path: string) => void) {
  followReach(client)
  followNews(client, go)
  followKept()
  followLaunches(go)
  followFreshness()
  nameSplash()
}
