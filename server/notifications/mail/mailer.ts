import { setTimeout as wait } from 'node:timers/promises'
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
  /** Resolves when all mail is sent. */
  settled(): Promise<void>
  /** Makes the last attempt for waiting messages; resolves when all are done or took too long. */
  close(): Promise<void>
}

/** Delays between attempts, in ms. Greylisting mail servers accept a second attempt after some minutes. */
const RETRY_DELAYS = [5_000, 30_000, 120_000]

/** A mail server that does not answer must not hold up the end of the process for longer, in ms. */
const CLOSE_TIMEOUT = 3_000

export function openMailer(transport: Transport, waits: readonly number[] = RETRY_DELAYS): Mailer {
  const sending = new Set<Promise<void>>()
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
    while (sending.size > 0) await Promise.all(sending)
  }

  return {
    sendLater(write) {
      const job = write()
        .then((message) => message && deliver(message))
        .catch((error: unknown) => reportError('A mail could not be sent:', error))
        .finally(() => sending.delete(job))
      sending.add(job)
    },
    settled,
    async close() {
      closing.abort()
      const waited = new AbortController()
      const late = wait(CLOSE_TIMEOUT, true, { signal: waited.signal }).catch(
        ignoring('waiting for mail', 'AbortError'),
      )
      if (await Promise.race([settled(), late])) console.error(`${sending.size} mails were not sent before the end`)
      waited.abort()
    },
  }
}

/** A permanent failure (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
