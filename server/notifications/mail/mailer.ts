import { setTimeout as wait } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import type { Metrics, Queue } from '#server/platform/metrics.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import type { MailMessage } from './message.ts'

/** Delivers a message to a mail server or a folder; throws on failure. */
export type Transport = (message: MailMessage) => Promise<void>

export interface Mailer {
  /**
   * Writes and sends a message after the call is answered. The response therefore takes equally long for an unknown
   * address, for which `write` returns nothing. Failed deliveries are retried and finally logged.
   */
  sendLater(write: () => Promise<MailMessage | undefined>): void
  /** Mail that is being written and sent, or waits for its next attempt. */
  queue(): Queue
  /** Resolves when all mail is sent. */
  settled(): Promise<void>
  /** Makes the last attempt for waiting messages; resolves when all are done or took too long. */
  close(): Promise<void>
}

/** Delays between attempts, in ms. Greylisting mail servers accept a second attempt after some minutes. */
const RETRY_DELAYS = [5_000, 30_000, 120_000]

/** A mail server that does not answer must not hold up the end of the process for longer, in ms. */
const CLOSE_TIMEOUT = 3_000

interface Options {
  waits?: readonly number[]
  metrics?: Metrics | undefined
}

export function openMailer(transport: Transport, { waits = RETRY_DELAYS, metrics }: Options = {}): Mailer {
  /** When each began, in ms, oldest first. */
  const sending = new Map<Promise<void>, number>()
  const closing = new AbortController()

  async function deliver(message: MailMessage) {
    for (const pause of waits) {
      try {
        return await transport(message)
      } catch (error) {
        if (isFinal(error) || closing.signal.aborted) throw error
        await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(
          ignoring('waiting for the next attempt', 'AbortError'),
        )
      }
    }
    return transport(message)
  }

  async function settled() {
    while (sending.size > 0) await Promise.all(sending.keys())
  }

  return {
    sendLater(write) {
      const job = write()
        .then(async (message) => {
          if (!message) return
          await deliver(message)
          metrics?.mailEnded('sent')
        })
        .catch((error: unknown) => {
          metrics?.mailEnded('failed')
          reportError('A mail could not be sent', error)
        })
        .finally(() => sending.delete(job))
      sending.set(job, performance.now())
    },
    queue() {
      const [oldest] = sending.values()
      return { length: sending.size, age: oldest === undefined ? 0 : (performance.now() - oldest) / 1_000 }
    },
    settled,
    async close() {
      closing.abort()
      const waited = new AbortController()
      const late = wait(CLOSE_TIMEOUT, true, { signal: waited.signal }).catch(
        ignoring('waiting for mail', 'AbortError'),
      )
      if (await Promise.race([settled(), late])) log.error(`${sending.size} mails were not sent before the end`)
      waited.abort()
    },
  }
}

/** A permanent failure (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
