/// <reference lib="webworker" />
import * as v from 'valibot'
import { clientsClaim } from 'workbox-core'
import { SkipWaiting, WhichVersion } from '#contract/workerMessages.ts'
import { noteError } from '#data/database/journal.ts'
import { startErrorReporting } from '#data/platform/reportError.ts'
import { type AppFile, appFiles } from './appFiles.ts'
import { video } from './downloads.ts'
import { freshenNowAndThen } from './periodicRefresh.ts'
import { media } from './pictures.ts'
import { noteDown, push } from './push.ts'
import { sendWhatWaits } from './sendOutbox.ts'
import { followMakeWay } from './skipWaiting.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] }

startErrorReporting(noteError)
const version = appFiles(self.__WB_MANIFEST)
media()
video()

// A first visit is under the worker at once: its pictures are kept, its taps can be sent when the page is gone.
clientsClaim()
self.addEventListener('message', (event) => {
  if (v.is(SkipWaiting, event.data)) void self.skipWaiting()
  else if (v.is(WhichVersion, event.data))
    event.waitUntil(version().then((known) => event.ports[0]?.postMessage(known)))
  else event.waitUntil(noteDown('message to the worker'))
})
followMakeWay()
push()
freshenNowAndThen()

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === 'outbox') (event as SyncEvent).waitUntil(sendWhatWaits())
})
