import { errorName } from './errorName.ts'
import { reportError } from './reportError.ts'

/** How IndexedDB and Cache Storage fail on a device whose storage is full, closed, blocked or forbidden. */
export const STORAGE_ERRORS = [
  'QuotaExceededError',
  'DatabaseClosedError',
  'InvalidStateError',
  'OpenFailedError',
  'UnknownError',
  'TimeoutError',
  'AbortError',
  'MissingAPIError',
  'SecurityError',
  'NotStored',
] as const

/** How background work ends without a bug: no storage, no network, no session, or the server refused. */
export const EXPECTED_ERRORS = [...STORAGE_ERRORS, 'Unreachable', 'Refused', 'SignedOut'] as const

/** How `fetch` fails without a network, or cancelled. */
export const FETCH_ERRORS = ['TypeError', 'AbortError', 'TimeoutError', 'NetworkError'] as const

/** How a service worker's registration or update check fails: no network, a broken script, or forbidden. */
export const UPDATE_ERRORS = ['TypeError', 'SecurityError', 'InvalidStateError', 'AbortError'] as const

/**
 * Returns a handler for `catch` that swallows errors of the expected names and reports every other one:
 * `await cache.delete(name).catch(ignoring('SecurityError'))`.
 */
export function ignoring(...expected: readonly string[]): (failure: unknown) => undefined {
  return (failure) => {
    if (!expected.includes(errorName(failure))) reportError(failure)
  }
}
