import { startDownloadManager } from '#data/downloads/downloadManager.ts'
import { isServerUnreachable, watchConnectivity } from '#data/network/connectivity.ts'

/** Fetches what the person wants kept on this device for as long as the page lives, by whatever speaks for a network. */
export function startDownloads() {
  const keeper = startDownloadManager()
  addEventListener('online', keeper.wakeUp)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') keeper.wakeUp()
    else keeper.leave()
  })
  watchConnectivity(() => {
    if (!isServerUnreachable()) keeper.wakeUp()
  })
  // A page in the back/forward cache must hold no request open.
  addEventListener('pagehide', keeper.pause)
  document.addEventListener('freeze', keeper.pause)
  addEventListener('pageshow', keeper.resume)
  document.addEventListener('resume', keeper.resume)
}
