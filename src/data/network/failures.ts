import type { Failure } from '#contract/failures.ts'

/** The server could not be reached, or a captive portal answered. Not an error: wait, and show cached data. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  constructor(
    /** `foreign`: an answer from something else than our server (captive portal, redirect, unreadable body). */
    readonly reason: 'network' | 'timeout' | 'aborted' | 'foreign',
  ) {
    super(reason)
  }
}

/** Statuses below 500 after which the same request may succeed later (RFC 9110, RFC 8470 and RFC 6585). */
const TEMPORARY = [408, 425, 429]

/** The server refused the request. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly status: number,
    readonly failure: Failure,
    /** Requested wait in ms, if any. */
    readonly retryAfter: number | undefined,
    /** The body matches the contract's failure schema. */
    private readonly isOurs = true,
    /** The id under which the server logged its own failure (status 500 and above), for the user to quote. */
    readonly requestId: string | undefined = undefined,
  ) {
    super(failure.message)
  }

  /**
   * Whether an intermediary (a proxy, a captive portal) refused, which says nothing about the request. Temporary
   * refusals count from anyone.
   */
  get isForeign(): boolean {
    return !this.isOurs && !this.isTemporary
  }

  /** Whether the server does not know the call itself: one that knows it answers an unknown record with a code. */
  get lacksCall(): boolean {
    return this.status === 405 || (this.status === 404 && this.failure.code === undefined)
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status >= 500 || TEMPORARY.includes(this.status)
  }
}

/** Result of an online-only call (sign-in, passwords, payment). Such calls are never queued. */
export type CallResult<Data> =
  | { ok: true; data: Data }
  | {
      ok: false
      error: string | undefined
      fields: Record<string, string[]>
      offline: boolean
      /** Id under which the server logged its failure, if the server failed. */
      requestId?: string | undefined
    }

/** Converts a call's failures into a result; other errors are thrown. `error` undefined: show the default message. */
export async function callResult<Data>(attempt: () => Promise<Data>): Promise<CallResult<Data>> {
  try {
    return { ok: true, data: await attempt() }
  } catch (failure) {
    if (failure instanceof Refused) {
      const { message, errors } = failure.failure
      const { requestId } = failure
      return { ok: false, error: message === '' ? undefined : message, fields: errors ?? {}, offline: false, requestId }
    }
    if (failure instanceof Unreachable) return { ok: false, error: undefined, fields: {}, offline: true }
    throw failure
  }
}
