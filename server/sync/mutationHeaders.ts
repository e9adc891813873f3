import type { Context } from 'hono'
import * as v from 'valibot'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ, Uuid } from '#contract/sync.ts'
import { parseInput } from '#server/http/parseInput.ts'

/** Ages are clamped to this, in ms (docs/sync.md#headers). */
export const MAX_AGE = 30 * 86_400_000

const Headers = v.object({
  [HEADER_KEY]: v.optional(v.pipe(Uuid, v.toLowerCase())),
  [HEADER_CLIENT]: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
  [HEADER_SEQ]: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
  [HEADER_AGE]: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.number(),
      v.transform((age) => Math.min(Math.max(age, 0), MAX_AGE)),
    ),
    '0',
  ),
})

/** The mutation headers of a request. All are optional: a caller need not be one of our devices. */
export interface MutationHeaders {
  key: string | undefined
  /** empty if none was sent */
  clientId: string
  sequence: number | undefined
  /** ms since the user made the change */
  age: number
}

export function readMutationHeaders(http: Context): MutationHeaders {
  const read = parseInput(Headers, http.req.header())
  const clientId = read[HEADER_CLIENT] ?? ''
  // A sequence without a device has no meaning.
  return {
    key: read[HEADER_KEY],
    clientId,
    sequence: clientId === '' ? undefined : read[HEADER_SEQ],
    age: read[HEADER_AGE],
  }
}
