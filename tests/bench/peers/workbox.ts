import { type Candidate, requestOf, type Setup } from './peer.ts'

/** Workbox queues in the service worker: the page passes requests to it and gets a message when they are stored. */
export async function open(setup: Setup): Promise<Candidate> {
  await navigator.serviceWorker.register(location.search === '?durable' ? '/durableWorker.js' : '/workboxWorker.js')
  const { active } = await navigator.serviceWorker.ready
  const ask = (message: object) =>
    new Promise<number>((done, fail) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => (typeof data === 'number' ? done(data) : fail(new Error(String(data))))
      active?.postMessage(message, [port2])
    })
  return {
    name: 'Workbox background-sync',
    async save(title) {
      const request = await requestOf(setup, crypto.randomUUID(), title.id)
      await ask({
        do: 'push',
        url: request.url,
        headers: [...request.headers],
        body: await request.text(),
      })
    },
    async send() {
      // Workbox itself would retry minutes later, so the bench triggers the retry.
      while ((await ask({ do: 'replay' })) > 0) await new Promise((next) => setTimeout(next, 1000))
    },
    seen: () => ask({ do: 'size' }),
  }
}
