/// <reference lib="webworker" />
import * as v from 'valibot'
import { clientsClaim } from 'workbox-core'
import { PackRequest, SkipWaiting, VersionRequest } from '#contract/workerMessages.ts'
import { noteError } from '#data/database/journal.ts'
import { PACK_TAG } from '#data/pack/packTag.ts'
import { startErrorReporting } from '#data/platform/reportError.ts'
import { type AppFile, serveAppFiles } from './appFiles.ts'
import { serveDownloads } from './downloads.ts'
import { completePack, createPack } from './pack.ts'
import { registerPeriodicRefresh } from './periodicRefresh.ts'
import { servePictures } from './pictures.ts'
import { handlePush, recordForeignMessage } from './push.ts'
import { sendOutbox } from './sendOutbox.ts'
import { createSkipWaiting, listenForSkipWaiting } from './skipWaiting.ts'
import { waitUntil } from './waitUntil.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] }

startErrorReporting(noteError)
const appFiles = serveAppFiles(self.__WB_MANIFEST)
servePictures()
serveDownloads()

// Controls the first visit's page at once, so that its pictures are cached and its mutations sent after it closes.
clientsClaim()
self.addEventListener('message', (event) => {
  if (v.is(SkipWaiting, event.data)) void self.skipWaiting()
  else if (v.is(VersionRequest, event.data)) {
    waitUntil(
      event,
      appFiles.version().then((known) => event.ports[0]?.postMessage(known)),
    )
    // Every page asks for the version when it starts and when the first worker takes control.
    waitUntil(event, appFiles.complete())
  } else if (v.is(PackRequest, event.data)) waitUntil(event, pack.request(event.data, event.ports[0]))
  else waitUntil(event, recordForeignMessage('message to the worker'))
})
const skipWaiting = createSkipWaiting()
const send = () => sendOutbox(skipWaiting.signal())
const pack = createPack(skipWaiting.signal)
listenForSkipWaiting(skipWaiting)
handlePush(send)
registerPeriodicRefresh(skipWaiting.signal, pack)

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === 'outbox') waitUntil(event as SyncEvent, send())
  if (tag === PACK_TAG) waitUntil(event as SyncEvent, completePack(pack, skipWaiting.signal()))
})
