import * as v from 'valibot'
import type { Schema } from './endpoint.ts'
import { DELTA_LIMIT } from './limits.ts'
import { listOf, PageMeta, PageText, PerPageText, wholeNumber } from './shapes.ts'

/** Headers of a queued mutation (docs/sync.md#headers), in lower case as in HTTP/2. */
export const HEADER_KEY = 'idempotency-key'
export const HEADER_CLIENT = 'x-client-id'
/** The entry's sequence on its device: an integer that rises strictly for each client. */
export const HEADER_SEQ = 'x-client-seq'
/** Milliseconds from the user's action to this delivery attempt, by the device's clock. */
export const HEADER_AGE = 'x-mutation-age'

export const Uuid = v.pipe(v.string(), v.uuid())

/** Applied now, applied before under the same key, or superseded by a later mutation (docs/sync.md#fences). */
export const Outcome = v.picklist(['applied', 'replayed', 'stale'])
export type Outcome = v.InferOutput<typeof Outcome>

/** The reply to a queued mutation: its result and the current row. */
export function acknowledged<Output>(row: Schema<Output>) {
  return v.object({ data: row, result: v.fallback(Outcome, 'applied') })
}

/** With `since`, even empty, the call returns rows changed after that cursor, in order; empty means from the start. */
export const DeltaQuery = v.object({
  since: v.optional(v.pipe(v.string(), v.maxLength(200))),
  limit: v.optional(
    v.pipe(
      v.unknown(),
      v.metadata({ type: 'integer', minimum: 1, maximum: DELTA_LIMIT }),
      v.transform((raw) => {
        const limit = wholeNumber(raw)
        return Number.isFinite(limit) && limit >= 1 ? Math.min(limit, DELTA_LIMIT) : DELTA_LIMIT
      }),
    ),
  ),
  page: v.optional(PageText),
  per_page: v.optional(PerPageText),
})

export const DeltaMeta = v.object({ cursor: v.pipe(v.string(), v.minLength(1)), more: v.boolean() })

/** A list that answers in pages, or in deltas when called with `since`. */
export function deltaOrPage<Row>(row: Schema<Row>) {
  return v.object({ data: listOf(row), meta: v.union([DeltaMeta, PageMeta]) })
}
