import type { Context } from 'hono'
import type { UserRow } from '#server/accounts/tokens.ts'

/** The batch that a call arrived in, as far as `serve` needs it. */
export interface BatchContext {
  /** The caller, authenticated once for the batch. */
  user: UserRow
  /** of the batch, for the log */
  requestId: string | undefined
  /** Takes the reply as an object: it is serialized once, with the replies of the other calls. */
  setReply(call: Request, reply: object): void
}

/** The batch of a call, or undefined for a call that arrived by itself. Handed to `fetch` as `{ batch }`. */
export function batchContextOf(http: Context): BatchContext | undefined {
  const { batch } = (http.env ?? {}) as { batch?: BatchContext }
  return batch
}
