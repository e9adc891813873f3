/** How one try to fetch a piece of a film ended. `status`: 0 when nobody answered. */
export interface Outcome {
  /** `broken`: something came that is no piece of a film */
  kind: 'silence' | 'status' | 'broken'
  status: number
  /** how often this piece was tried, this time included */
  tries: number
}

/** Why a film does not come, in the words of the network. */
export type Reason = 'offline' | 'server' | 'missing' | 'broken' | 'link'

export interface Decision {
  reason: Reason
  /** Ask for a new link first. */
  renew: boolean
  /** ms until the next try; nothing: this piece is given up */
  wait: number | undefined
}

/** Who is not there, or whose bytes are no film, is asked so often; whoever does not answer at all, for ever. */
const MAX_TRIES = 4
const FIRST_WAIT = 400
/** The longest pause between two tries, in ms: as long as the film would stand after the network is back. */
export const LONGEST_WAIT = 8_000

/**
 * What to do after a piece did not come. A network that is gone is waited for without an end, and so is a server that is
 * ill; a link that has run out is renewed; a piece that is not there, or is none, is given up after some tries, so that
 * another quality, or the person, may get around it.
 */
export function retryPolicy({ kind, status, tries }: Outcome): Decision {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries - 1, 10))
  const still = tries < MAX_TRIES ? wait : undefined
  if (kind === 'silence') return { reason: 'offline', renew: false, wait }
  // Under another link the browser's own copy of the broken piece is not asked.
  if (kind === 'broken') return { reason: 'broken', renew: true, wait: still }
  if (status === 401 || status === 403)
    return { reason: 'link', renew: true, wait: tries < MAX_TRIES ? wait : undefined }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { reason: 'server', renew: false, wait }
  return { reason: 'missing', renew: false, wait: still }
}
