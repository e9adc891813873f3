import * as v from 'valibot'

/** Why the server refused, for programs; `message` is the sentence for the user. */
const FAILURE_CODES = [
  'unauthenticated',
  'account_deleted',
  'csrf_mismatch',
  'forbidden',
  'premium_required',
  'link_expired',
  'link_invalid',
  'not_found',
  'range',
  'conflict',
  'in_progress',
  'key_reused',
  'cursor_gone',
  'validation',
  'too_many_requests',
  'credentials',
  'unsupported',
  'too_large',
  'server_error',
  'unavailable',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** The body of every response that is not 2xx. */
export const Failure = v.object({
  message: v.fallback(v.string(), ''),
  code: v.fallback(v.optional(v.string()), undefined),
  /** per field, sentences for the user */
  errors: v.fallback(v.optional(v.record(v.string(), v.array(v.string()))), undefined),
  /**
   * for a conflict: the existing record, as its own call returns it; for an outdated address: `{path}` of the current
   * one
   */
  existing: v.optional(v.unknown()),
})
export type Failure = v.InferOutput<typeof Failure>
