/// <reference lib="webworker" />
import * as v from 'valibot'
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SkipWaiting } from '#contract/workerMessages.ts'
import { media } from './media.ts'
import { noteDown, push } from './push.ts'
import { sendWhatWaits } from './send.ts'
import { video } from './video.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// Where app and API share an origin, what is the API's is no screen: the way to the gateway and back. The screen that Telegram
// may frame comes under headers of its own, which the kept page does not have.
const denylist = [/^\/(api|sanctum|media)\//, /^\/telegram-app$/]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))
media()
video()

// A first visit is under the worker at once: its pictures are kept, its taps can be sent when the page is gone.
clientsClaim()
self.addEventListener('message', (event) => {
  if (v.is(SkipWaiting, event.data)) void self.skipWaiting()
  else event.waitUntil(noteDown('message to the worker'))
})
push()

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === 'outbox') (event as SyncEvent).waitUntil(sendWhatWaits())
})
