/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { DOWNLOAD_PATH } from '#data/database/segmentCache.ts'
import { collectBackgroundFetch } from '#data/downloads/backgroundDownload.ts'
import { serveDownload } from '#data/downloads/serveDownload.ts'
import type { BackgroundFetchRegistration } from '#data/platform/backgroundFetch.ts'
import { waitUntil } from './waitUntil.ts'

declare const self: ServiceWorkerGlobalScope

const DOWNLOADS = '/user/downloads'

interface BackgroundEvent extends ExtendableEvent {
  readonly registration: BackgroundFetchRegistration
}

/** Serves downloaded films to the player: hls.js fetches segments, Safari's player requests ranges. */
export function serveDownloads() {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(DOWNLOAD_PATH),
    ({ request, url }) => serveDownload(url, request.headers.get('Range')),
  )
  // Complete, failed or aborted: collect whatever arrived.
  for (const ending of ['backgroundfetchsuccess', 'backgroundfetchfail', 'backgroundfetchabort']) {
    self.addEventListener(ending, (event) => {
      const { registration } = event as BackgroundEvent
      waitUntil(event as BackgroundEvent, collectBackgroundFetch(registration))
    })
  }
  self.addEventListener('backgroundfetchclick', (event) => {
    waitUntil(event as BackgroundEvent, self.clients.openWindow(DOWNLOADS))
  })
}
