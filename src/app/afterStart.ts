import type { QueryClient } from '@tanstack/react-query'
import { storeColorScheme } from '#data/platform/colorScheme.ts'
import { addSplashLink } from './addSplashLink.ts'
import { cleanAfterDeletion } from './cleanAfterDeletion.ts'
import { clearTabOnUserChange } from './clearTabOnUserChange.ts'
import { handleLaunches } from './handleLaunches.ts'
import { keepCardsLaidOut } from './keepCardsLaidOut.ts'
import { listenForChanges } from './listenForChanges.ts'
import { preloadTitleChunk } from './preloadTitleChunk.ts'
import { probeConnectivity } from './probeConnectivity.ts'
import { refreshInBackground } from './refreshInBackground.ts'
import { startDownloads } from './startDownloads.ts'
import { startPack } from './startPack.ts'
import { startUserMetrics } from './startUserMetrics.ts'

/**
 * Starts everything that the first screen does not need. `navigate` goes to a path of the app; `loadTitles` loads the
 * chunk that renders title pages; `announceDeletion` tells the user that the account was deleted.
 */
export function afterStart(
  client: QueryClient,
  {
    navigate,
    loadTitles,
    announceDeletion,
  }: { navigate: (path: string) => void; loadTitles: () => Promise<void>; announceDeletion: () => void },
) {
  storeColorScheme()
  probeConnectivity(client)
  listenForChanges(client, navigate)
  clearTabOnUserChange()
  cleanAfterDeletion(announceDeletion)
  startDownloads()
  handleLaunches(navigate)
  refreshInBackground()
  startPack(client)
  addSplashLink()
  keepCardsLaidOut()
  preloadTitleChunk(loadTitles)
  startUserMetrics()
}
