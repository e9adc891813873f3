/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { DOWNLOAD_PATH } from '#data/database/segmentCache.ts'
import { collectBackgroundFetch } from '#data/downloads/backgroundDownload.ts'
import { serveDownload } from '#data/downloads/serveDownload.ts'
import type { BackgroundFetchRegistration } from '#data/platform/backgroundFetch.ts'

declare const self: ServiceWorkerGlobalScope

const DOWNLOADS = '/user/downloads'

interface BackgroundEvent extends ExtendableEvent {
  readonly registration: BackgroundFetchRegistration
}

/** Films that the person keeps on this device play from it, whoever asks: hls.js by fetching, Safari's own player by ranges. */
export function serveDownloads() {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(DOWNLOAD_PATH),
    ({ request, url }) => serveDownload(url, request.headers.get('Range')),
  )
  // Whole, in part or called off: what is there is taken in.
  for (const ending of ['backgroundfetchsuccess', 'backgroundfetchfail', 'backgroundfetchabort']) {
    self.addEventListener(ending, (event) => {
      const { registration } = event as BackgroundEvent
      ;(event as BackgroundEvent).waitUntil(collectBackgroundFetch(registration))
    })
  }
  self.addEventListener('backgroundfetchclick', (event) => {
    ;(event as BackgroundEvent).waitUntil(self.clients.openWindow(DOWNLOADS))
  })
}
