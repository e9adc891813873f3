import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { reportError } from '#server/platform/reportError.ts'
import { StartupError } from '#server/platform/startupError.ts'

/** Both loopback addresses. Deployments behind a proxy on another machine set `HOST`. */
const LOOPBACK = ['127.0.0.1', '::1']
/** Longer than the idle timeout of proxies and browsers, in ms; otherwise a request can race with our closing. */
const KEEP_ALIVE = 75_000
/** Interval for closing idle connections while shutting down, in ms. */
const IDLE_CHECK_INTERVAL = 20

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** A port served on one or two addresses. */
export interface Listener {
  /** Stops accepting calls; resolves when the current ones are answered. */
  close(): Promise<void>
}

/** Serves a port. Throws `StartupError` with the reason, naming `option` as the setting to change. */
export async function listen(
  fetch: Fetch,
  { port, host, option }: { port: number; host: string | undefined; option: string },
): Promise<Listener> {
  const servers: Server[] = []
  for (const address of host === undefined ? LOOPBACK : [host]) {
    const server = createAdaptorServer({ fetch }) as Server
    server.keepAliveTimeout = KEEP_ALIVE
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
    async close() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve))
          // `close` waits for connections; one becomes idle only after its response, so idle ones are closed
          // repeatedly.
          const sweeping = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL)
          return closed.finally(() => clearInterval(sweeping))
        }),
      )
    },
  }
}

function bound(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      // A failed `accept`, for example without memory, must not end the process.
      server.on('error', (error) => reportError(`A connection to port ${port} failed:`, error))
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
