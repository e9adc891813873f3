import type { FailureCode } from '#contract/failures.ts'

/** The HTTP status of each failure. */
export const STATUS = {
  unauthenticated: 401,
  account_deleted: 401,
  forbidden: 403,
  premium_required: 403,
  link_expired: 403,
  link_invalid: 403,
  range: 416,
  not_found: 404,
  conflict: 409,
  in_progress: 409,
  cursor_gone: 410,
  too_large: 413,
  unsupported: 415,
  csrf_mismatch: 419,
  validation: 422,
  credentials: 422,
  key_reused: 422,
  too_many_requests: 429,
  server_error: 500,
  unavailable: 503,
} as const satisfies Record<FailureCode, number>

interface RefusalDetails {
  /** messages for the user, per field */
  errors?: Record<string, string[]>
  /** seconds until the next attempt */
  retryAfter?: number
  /** message for the user, if the code's own is too general */
  message?: string
  /** the conflicting entity, as its own endpoint returns it */
  existing?: unknown
}

/** A refused call with its failure code; `errorResponse` adds the message. */
export class Refusal extends Error {
  readonly code: FailureCode
  readonly details: RefusalDetails

  constructor(code: FailureCode, details: RefusalDetails) {
    super(code)
    this.code = code
    this.details = details
  }

  get status() {
    return STATUS[this.code]
  }
}

/** Refuses the call. */
export function refuse(code: FailureCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details)
}
