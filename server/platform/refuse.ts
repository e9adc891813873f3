import type { FailureCode } from '#contract/failures.ts'

const STATUS = {
  unauthenticated: 401,
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
  /** per field, sentences for people */
  errors?: Record<string, string[]>
  /** whole seconds to wait before the next try */
  retryAfter?: number
  /** a sentence for people, where the code's own says too little */
  message?: string
  /** what stands in the way, as its own call shows it */
  existing?: unknown
}

/** A "no" to the caller, with its reason; the words are found when it is answered. */
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

/** Ends the call with this failure. */
export function refuse(code: FailureCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details)
}
