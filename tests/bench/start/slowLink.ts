import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Forwards TCP connections to a port of this machine over one slow link, which all connections share. Unlike the
 * browser's own network emulation it also slows the requests of service workers. `latency`: round trip in ms, paid once
 * more by each new connection; `bytesPerSecond`: towards the browser.
 */
export async function startSlowLink(
  target: number,
  { latency, bytesPerSecond }: { latency: number; bytesPerSecond: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let isFreeAt = 0

  /** Sends a chunk when the link has transferred it and what was queued before. */
  function download(to: Socket, chunk: Buffer) {
    const now = performance.now()
    isFreeAt = Math.max(now, isFreeAt) + (chunk.length / bytesPerSecond) * 1000
    setTimeout(() => to.writable && to.write(chunk), isFreeAt - now + latency / 2)
  }

  const server = createServer((browser) => {
    const app = connect(target, '127.0.0.1')
    for (const socket of [browser, app]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    }
    const isOpenAt = performance.now() + latency
    browser.on('data', (chunk: Buffer) => {
      const delay = Math.max(0, isOpenAt - performance.now()) + latency / 2
      setTimeout(() => app.writable && app.write(chunk), delay)
    })
    app.on('data', (chunk: Buffer) => download(browser, chunk))
    browser.on('close', () => app.destroy())
    app.on('end', () => setTimeout(() => browser.end(), Math.max(0, isFreeAt - performance.now()) + latency))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
