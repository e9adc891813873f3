import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { reportError } from '#server/platform/reportError.ts'
import { StartupError } from '#server/platform/startupError.ts'

/** Both loopback addresses. Deployments behind a proxy on another machine set `HOST`. */
const LOOPBACK = ['127.0.0.1', '::1']
/** Longer than the idle timeout of proxies and browsers, in ms; otherwise a request can race with our closing. */
const KEEP_ALIVE = 75_000
/** Interval for closing idle connections while shutting down, in ms. */
const IDLE_CHECK_INTERVAL = 20
/** Requests under way may take this long after the shutdown began, in ms; then their connections are closed. */
const CLOSE_TIMEOUT = 4_000
/**
 * A client must take this many bytes of a pending response in each interval of this many ms. Node counts whole chunks, of
 * up to 256 kB: a client with 8 kbit/s passes.
 */
const SLOW_READER = { bytes: 16_384, interval: 300_000 }

export type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** A port served on one or two addresses. */
export interface Listener {
  /** Stops accepting calls; resolves when the current ones are answered or took too long. */
  close(): Promise<void>
  /** The number of open connections. */
  connections(): number
}

interface Options {
  port: number
  host: string | undefined
  /** the setting to change when the port cannot be used */
  option: string
  slowReader?: typeof SLOW_READER
}

/** Serves a port. Throws `StartupError` with the reason. */
export async function listen(
  fetch: Fetch,
  { port, host, option, slowReader = SLOW_READER }: Options,
): Promise<Listener> {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  for (const address of host === undefined ? LOOPBACK : [host]) {
    const server = createAdaptorServer({ fetch }) as Server
    server.keepAliveTimeout = KEEP_ALIVE
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      closeIfSlow(socket, slowReader)
    })
    try {
      await bound(server, port, address)
      servers.push(server)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A machine without IPv6 uses the other address.
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue
      for (const other of servers) other.close()
      throw new StartupError(reason(code, { port, address, option }) ?? `Port ${port}: ${String(error)}`)
    }
  }
  return {
    connections: () => sockets.size,
    async close() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve))
          // `close` waits for connections; one becomes idle only after its response, so idle ones are closed
          // repeatedly.
          const sweeping = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL)
          const cutting = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT)
          return closed.finally(() => {
            clearInterval(sweeping)
            clearTimeout(cutting)
          })
        }),
      )
    },
  }
}

/** Closes a connection whose client hardly reads its response: it holds memory, and often a file. */
function closeIfSlow(socket: Socket, { bytes, interval }: typeof SLOW_READER): void {
  let before: number | undefined
  const checking = setInterval(() => {
    const isPending = socket.writableLength > 0
    const taken = socket.bytesWritten - socket.writableLength
    if (isPending && before !== undefined && taken - before < bytes) socket.destroy()
    before = isPending ? taken : undefined
  }, interval)
  checking.unref()
  socket.on('close', () => clearInterval(checking))
}

function bound(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      // A failed `accept`, for example without memory, must not end the process.
      server.on('error', (error) => reportError(`A connection to port ${port} failed`, error))
      resolve()
    })
  })
}

function reason(code: string | undefined, at: { port: number; address: string; option: string }): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${at.port} is in use. Stop what uses it, or choose another by ${at.option}.`
  if (code === 'EACCES') return `Port ${at.port} may not be used by this account. Choose another by ${at.option}.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${at.address}. Set HOST to one it has.`
  return undefined
}
