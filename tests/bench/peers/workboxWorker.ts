/// <reference lib="webworker" />
import { Queue } from 'workbox-background-sync'

declare const self: ServiceWorkerGlobalScope

// Disables Workbox's own sync event: the bench decides when to send.
const queue = new Queue('bench', { onSync: () => undefined })

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  const [port] = event.ports
  const answer = async () => {
    const { data } = event
    if (data.do === 'push') {
      const { url, headers, body } = data
      await queue.pushRequest({ request: new Request(url, { method: 'POST', credentials: 'include', headers, body }) })
    }
    if (data.do === 'replay') await queue.replayRequests().catch(() => undefined)
    return queue.size()
  }
  event.waitUntil(
    answer().then(
      (size) => port?.postMessage(size),
      (failure) => port?.postMessage(String(failure)),
    ),
  )
})
