import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import { reportError } from '#server/platform/reportError.ts'
import { requestIdOf } from './observeCalls.ts'

/**
 * A body that is read from a stream as the client takes it; the stream is destroyed when the client leaves. A failure
 * closes the connection, so that the client does not take a part for the whole: the HTTP adapter would write the error's
 * message into the body and end it regularly.
 */
export function streamBody(http: Context, source: Readable): ReadableStream<Uint8Array> {
  const { outgoing }: { outgoing?: ServerResponse } = http.env ?? {}
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  const requestId = requestIdOf(http)
  let hasLeft = false
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        if (hasLeft) return
        reportError('Sending a response failed', error, requestId)
        // Closing the connection cancels this stream.
        if (outgoing) outgoing.destroy()
        else controller.error(error)
      }
    },
    cancel() {
      hasLeft = true
      source.destroy()
    },
  })
}
