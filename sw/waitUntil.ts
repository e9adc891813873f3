import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** The part of an `ExtendableEvent` used here. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

/** How the work of an event ends without a bug. */
const expected = ignoring(...EXPECTED_ERRORS, 'OutboxNotEmpty', 'PackIncomplete')

/**
 * Keeps the worker alive until the work of an event ends, and reports a bug in that work. Browsers fire no
 * `unhandledrejection` for a promise that they received by `waitUntil`. The event still fails, so that the browser can
 * repeat it.
 */
export function waitUntil(event: Extendable, work: Promise<unknown>): void {
  event.waitUntil(
    work.catch((failure: unknown) => {
      expected(failure)
      throw failure
    }),
  )
}
