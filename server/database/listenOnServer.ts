import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import { KEEP_ALIVE } from './serverPool.ts'

/** Delay before a broken connection is replaced, in ms; grows with each failure. */
const RECONNECT_MIN = 500
const RECONNECT_MAX = 10_000
/** The connection is checked this often, in ms: without traffic a silent network is not noticed. */
const CHECK_INTERVAL = 15_000
/** How long opening or checking the connection may take, in ms. */
const ANSWER_TIMEOUT = 8_000

/**
 * Listens on a dedicated connection. A broken connection is replaced, and `onMessage` is called with undefined because
 * messages may be lost. Throws if the first connection fails.
 */
export async function listenOnServer(
  url: string,
  channel: string,
  onMessage: (payload: string | undefined) => void,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  let client: pg.Client | undefined
  client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_TIMEOUT,
      query_timeout: ANSWER_TIMEOUT,
      ...KEEP_ALIVE,
    })
    const checking = setInterval(check, CHECK_INTERVAL)
    checking.unref()
    let isLost = false
    function lose() {
      clearInterval(checking)
      if (isLost) return
      isLost = true
      if (fresh === client) replace().catch(ignoring('replacing a lost connection'))
    }
    function check() {
      fresh.query('select 1').catch((error: unknown) => {
        if (!isLost) reportError('The connection that listens to the database is replaced', error)
        fresh.end().catch(ignoring('closing a lost connection', 'ECONNRESET', 'EPIPE'))
        lose()
      })
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
      clearInterval(checking)
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
        if (!stopped.signal.aborted) reportError('Listening to the database failed and is retried', error)
      }
    }
  }

  return async () => {
    stopped.abort()
    await client?.end().catch(ignoring('closing a lost connection', 'ECONNRESET', 'EPIPE'))
  }
}
