import type { QueryClient } from '@tanstack/react-query'
import { handleLaunches } from './handleLaunches.ts'
import { keepCardsLaidOut } from './keepCardsLaidOut.ts'
import { listenForChanges } from './listenForChanges.ts'
import { nameSplash } from './nameSplash.ts'
import { preloadTitleChunk } from './preloadTitleChunk.ts'
import { probeConnectivity } from './probeConnectivity.ts'
import { refreshInBackground } from './refreshInBackground.ts'
import { startDownloads } from './startDownloads.ts'

/**
 * What no first screen waits for; it comes when that stands. `go` leads to a path of the app's, `loadTitles` reads the part
 * that draws titles.
 */
export function afterStart(client: QueryClient, go: (path: string) => void, loadTitles: () => Promise<void>) {
  probeConnectivity(client)
  listenForChanges(client, go)
  startDownloads()
  handleLaunches(go)
  refreshInBackground()
  nameSplash()
  keepCardsLaidOut()
  preloadTitleChunk(loadTitles)
}
