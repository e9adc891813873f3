import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ignoring, reportError } from '#server/platform/reportError.ts'

/** Delay before a broken connection is replaced, in ms; grows with each failure. */
const RECONNECT_MIN = 500
const RECONNECT_MAX = 30_000

/**
 * Listens on a dedicated connection. A broken connection is replaced, and `heard` is called with undefined because
 * messages may be lost. Throws if the first connection fails.
 */
export async function listenOnServer(
  url: string,
  channel: string,
  onMessage: (payload: string | undefined) => void,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      if (fresh === client) replace().catch(ignoring('replacing a lost connection'))
    }
    fresh.on('notification', ({ payload }) => onMessage(payload ?? ''))
    fresh.on('error', lose)
    fresh.on('end', lose)
    try {
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      return fresh
    } catch (error) {
      isLost = true
      await fresh.end().catch(ignoring('closing a failed connection', 'ECONNRESET', 'EPIPE'))
      throw error
    }
  }

  async function replace() {
    for (let pause = RECONNECT_MIN; !stopped.signal.aborted; pause = Math.min(2 * pause, RECONNECT_MAX)) {
      try {
        await wait(pause, undefined, { signal: stopped.signal, ref: false })
        client = await connect()
        if (stopped.signal.aborted) await client.end()
        else onMessage(undefined)
        return
      } catch (error) {
        if (!stopped.signal.aborted) reportError('Listening to the database failed and is retried:', error)
      }
    }
  }

  return async () => {
    stopped.abort()
    await client.end().catch(ignoring('closing a lost connection', 'ECONNRESET', 'EPIPE'))
  }
}
