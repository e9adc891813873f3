import type { Failure } from '#contract/failures.ts'

/** Nothing is wrong: the server could not be reached, or something that is not our server answered. Wait, show what we have. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  constructor(
    /** `foreign`: an answer that is not ours (captive portal, redirect, unreadable body). */
    readonly reason: 'network' | 'timeout' | 'aborted' | 'foreign',
  ) {
    super(reason)
  }
}

/** The server answered and said no, in its own words. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly status: number,
    readonly failure: Failure,
    /** ms the server asks us to wait, when it does */
    readonly retryAfter: number | undefined,
    /** the body is one of our server's */
    private readonly isOurs = true,
  ) {
    super(failure.message)
  }

  /** Said by something in between (a proxy, a captive portal): nothing is known of what was asked. "Not now" is as good from anybody. */
  get isForeign(): boolean {
    return !this.isOurs && this.status < 500 && ![408, 425, 429].includes(this.status)
  }
}

/** How an online call ended (login, passwords, payment): never thrown, never queued. */
export type CallResult<Data> =
  | { ok: true; data: Data }
  | { ok: false; error: string | undefined; fields: Record<string, string[]>; offline: boolean }

/** Turns a call into an answer; bugs still throw. `error` undefined means the default sentence. */
export async function callResult<Data>(attempt: () => Promise<Data>): Promise<CallResult<Data>> {
  try {
    return { ok: true, data: await attempt() }
  } catch (failure) {
    if (failure instanceof Refused) {
      const { message, errors } = failure.failure
      return { ok: false, error: message === '' ? undefined : message, fields: errors ?? {}, offline: false }
    }
    if (failure instanceof Unreachable) return { ok: false, error: undefined, fields: {}, offline: true }
    throw failure
  }
}
