import { type Candidate, requestOf, type Setup } from './peer.ts'

/** Its queue lives in a worker: the page hands requests over and is told when they are kept. */
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
      // Left alone it tries again minutes later: the bench asks it at once.
      while ((await ask({ do: 'replay' })) > 0) await new Promise((next) => setTimeout(next, 1000))
    },
    seen: () => ask({ do: 'size' }),
  }
}
