import * as v from 'valibot'
import type { Schema } from './endpoint.ts'
import { DELTA_LIMIT } from './limits.ts'
import { listOf, PageMeta, PageText, PerPageText, wholeNumber } from './shapes.ts'

/** Headers of a queued mutation (sync page, "Towards the server"). Lower case, as HTTP/2 writes them. */
export const HEADER_KEY = 'idempotency-key'
export const HEADER_CLIENT = 'x-client-id'
/** The entry's place in the order of its device: a whole number, strictly rising per client. */
export const HEADER_SEQ = 'x-client-seq'
/** Milliseconds between the tap and the sending, on the device's clock. */
export const HEADER_AGE = 'x-mutation-age'

export const Uuid = v.pipe(v.string(), v.uuid())

/** What became of a queued mutation: carried out now, carried out before under this key, or overtaken by a later one. */
export const Outcome = v.picklist(['applied', 'replayed', 'stale'])
export type Outcome = v.InferOutput<typeof Outcome>

/** The answer to a queued mutation: what happened, and the row as it now stands. */
export function acknowledged<Output>(row: Schema<Output>) {
  return v.object({ data: row, result: v.fallback(Outcome, 'applied') })
}

/** `since` present, even empty: the rows that changed after that cursor, in order (empty: from the start). */
export const DeltaQuery = v.object({
  since: v.optional(v.pipe(v.string(), v.maxLength(200))),
  limit: v.optional(
    v.pipe(
      v.unknown(),
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

/** A list that answers in pages, or, asked with `since`, in changes. */
export function deltaOrPage<Row>(row: Schema<Row>) {
  return v.object({ data: listOf(row), meta: v.union([DeltaMeta, PageMeta]) })
}
