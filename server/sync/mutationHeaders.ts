import type { Context } from 'hono'
import * as v from 'valibot'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ, Uuid } from '#contract/sync.ts'
import { readInput } from '#server/http/parseInput.ts'

/** A tap is at most this old when it arrives, in ms; older ones count as this old (sync page: "clamped"). */
export const AGE_MAX = 30 * 86_400_000

const Headers = v.object({
  [HEADER_KEY]: v.optional(v.pipe(Uuid, v.toLowerCase())),
  [HEADER_CLIENT]: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
  [HEADER_SEQ]: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
  [HEADER_AGE]: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.number(),
      v.transform((age) => Math.min(Math.max(age, 0), AGE_MAX)),
    ),
    '0',
  ),
})

/** What a device says of the mutation it sends; all of it may be missing, from a caller that is no device of ours. */
export interface MutationHeaders {
  key: string | undefined
  /** empty: none named */
  clientId: string
  seq: number | undefined
  /** ms since the tap */
  age: number
}

export function readMutationHeaders(http: Context): MutationHeaders {
  const read = readInput(Headers, http.req.header())
  const clientId = read[HEADER_CLIENT] ?? ''
  // A place in the order of nobody in particular means nothing.
  return { key: read[HEADER_KEY], clientId, seq: clientId === '' ? undefined : read[HEADER_SEQ], age: read[HEADER_AGE] }
}
