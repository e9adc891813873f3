import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network path to a TCP server that a test can silence or break. */
export interface TcpProxy {
  port: number
  /** From now on, forwards nothing on existing and new connections, and closes none. */
  silence(): void
  /** Forwards on new connections again; silenced ones stay silent. */
  restore(): void
  /** Breaks a connection when the client has sent this text on it. */
  breakOn(text: string): void
  close(): Promise<void>
}

/** Starts a proxy in front of `target`. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let silences = 0
  let breaking: string | undefined
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    }
    const opened = isSilent ? Number.NEGATIVE_INFINITY : silences
    const isDead = () => opened !== silences
    const forward = (to: Socket) => (chunk: Buffer) => isDead() || to.write(chunk)
    incoming.on('data', (chunk: Buffer) => {
      if (breaking === undefined || !chunk.includes(breaking)) return
      breaking = undefined
      incoming.resetAndDestroy()
      outgoing.destroy()
    })
    incoming.on('data', forward(outgoing)).on('end', () => isDead() || outgoing.end())
    outgoing.on('data', forward(incoming)).on('end', () => isDead() || incoming.end())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true
      silences++
    },
    restore() {
      isSilent = false
    },
    breakOn(text) {
      breaking = text
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
