import { startDownloadManager } from '#data/downloads/downloadManager.ts'
import { isServerUnreachable, watchConnectivity } from '#data/network/connectivity.ts'

/** Runs pending downloads while the page is open and wakes them on every sign of a network. */
export function startDownloads() {
  const manager = startDownloadManager()
  addEventListener('online', manager.wakeUp)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') manager.wakeUp()
    else manager.leave()
  })
  watchConnectivity(() => {
    if (!isServerUnreachable()) manager.wakeUp()
  })
  // A page in the back/forward cache must hold no open request.
  addEventListener('pagehide', manager.pause)
  document.addEventListener('freeze', manager.pause)
  addEventListener('pageshow', manager.resume)
  document.addEventListener('resume', manager.resume)
}
