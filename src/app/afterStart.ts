import type { QueryClient } from '@tanstack/react-query'
import { followLaunches } from './handleLaunches.ts'
import { keepLaidOut } from './keepCardsLaidOut.ts'
import { followNews } from './listenForChanges.ts'
import { nameSplash } from './nameSplash.ts'
import { warmParts } from './preloadTitleChunk.ts'
import { followReach } from './probeConnectivity.ts'
import { followFreshness } from './refreshInBackground.ts'
import { followKept } from './startDownloads.ts'

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
