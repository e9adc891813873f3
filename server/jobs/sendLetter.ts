import * as v from 'valibot'
import { Letter, writeLetter } from '#server/notifications/mail/letters.ts'
import type { Transport } from '#server/notifications/mail/transports.ts'
import { reportError } from '#server/platform/reportError.ts'
import type { JobKind, RunnerContext } from './runJobs.ts'

/** A letter that could not be sent for this long is dropped, in ms (1 day). */
const MAX_AGE = 86_400_000

/** Writes and sends letters. Refused letters and those that fail for too long are logged and dropped. */
export function letterJob(context: RunnerContext, transport: Transport): JobKind {
  return {
    async run({ facts, since }) {
      try {
        const message = await writeLetter(context, v.parse(Letter, facts))
        if (!message) return
        await transport(message)
        context.metrics?.mailEnded('sent')
      } catch (error) {
        if (!isFinal(error) && context.clock().getTime() - since.getTime() < MAX_AGE) throw error
        context.metrics?.mailEnded('failed')
        reportError('A mail could not be sent', error)
      }
    },
  }
}

/** A permanent failure (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
