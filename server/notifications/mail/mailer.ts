import { setTimeout as wait } from 'node:timers/promises'
import type { MailMessage } from './message.ts'

/** Carries a letter away: to a mail server, or into a folder. Throws when it could not. */
export type Transport = (letter: MailMessage) => Promise<void>

export interface Mailer {
  /**
   * Writes a letter and sends it after the call is answered, so that the answer takes as long for an address nobody has
   * (`write` gives no letter) as for any other. Tried again when it fails; in the end the log says so.
   */
  later(write: () => Promise<MailMessage | undefined>): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** What waits for another try has its last one; resolves when all is done. */
  close(): Promise<void>
}

/** Between tries, in ms: a mail server that does not know us yet asks for some patience. */
const WAITS = [5_000, 30_000, 120_000]

export function openMailer(carry: Transport, waits: readonly number[] = WAITS): Mailer {
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  async function deliver(letter: MailMessage) {
    for (const pause of waits) {
      try {
        return await carry(letter)
      } catch (error) {
        if (isFinal(error) || closing.signal.aborted) throw error
        await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
    }
    return carry(letter)
  }

  async function settled() {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    later(write) {
      const job = write()
        .then((letter) => letter && deliver(letter))
        .catch((error: unknown) => console.error('a letter could not be sent:', error))
        .finally(() => underWay.delete(job))
      underWay.add(job)
    },
    settled,
    async close() {
      closing.abort()
      await settled()
    },
  }
}

/** The mail server has said no for good (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
