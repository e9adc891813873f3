import type { QueryClient } from '@tanstack/react-query'
import { followFreshness } from './followFreshness.ts'
import { followKept } from './followKept.ts'
import { followLaunches } from './followLaunches.ts'
import { followNews } from './followNews.ts'
import { followReach } from './followReach.ts'
import { keepLaidOut } from './keepLaidOut.ts'
import { nameSplash } from './splash.ts'
import { warmParts } from './warmParts.ts'

/**
 * What no first screen waits for; it comes when that stands. `go` leads to a path of the app's, `loadTitles` reads the part
 * that draws titles.
 */
export function afterStart(client: QueryClient, go: (path: string) => void, loadTitles: () => Promise<void>) {
  followReach(client)
  followNews(client, go)
  followKept()
  followLaunches(go)
  followFreshness()
  nameSplash()
  keepLaidOut()
  warmParts(loadTitles)
}
