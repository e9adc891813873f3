import { anySignal } from '#data/platform/anySignal.ts'
import { FETCH_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { Unreachable } from './failures.ts'

/** Longest wait for a picture, in ms. */
const TIMEOUT = 30_000

/**
 * Fetches a whole picture with low priority and without credentials. Returns undefined if the server does not have it.
 * Throws `Unreachable` without a network, when the server is busy, and when a captive portal answers.
 */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<Response | undefined> {
  const timeout = AbortSignal.timeout(TIMEOUT)
  try {
    const answer = await fetch(address, {
      ...{ mode: 'cors', credentials: 'omit', priority: 'low' },
      signal: anySignal(signal, timeout),
    })
    if (answer.status === 429 || answer.status >= 500) throw new Unreachable('network')
    const { headers } = answer
    if (answer.ok && !headers.get('Content-Type')?.startsWith('image/')) throw new Unreachable('foreign')
    // The connection can break within the picture: it is read before it is stored.
    return answer.status === 200 ? new Response(await answer.arrayBuffer(), { headers }) : undefined
  } catch (failure) {
    if (failure instanceof Unreachable) throw failure
    ignoring(...FETCH_ERRORS)(failure)
    throw new Unreachable(signal.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network')
  }
}
