import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fixed address in front of a server that moves to other ports. */
export interface TcpRelay {
  port: number
  close(): Promise<void>
}

/** Starts a relay of connections. `target` picks the port of each new one. */
export async function startTcpRelay(target: () => number): Promise<TcpRelay> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.pipe(other)
      // Either side's end or failure ends both.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
