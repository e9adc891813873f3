import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Failure, FailureCode } from '#contract/failures.ts'
import { isOfDeletedUser } from '#server/database/violations.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { reportError } from '#server/platform/reportError.ts'
import { StorageError } from '#server/storage/storage.ts'
import { failureMessages } from '#server/text/messages.ts'
import { requestIdOf, routeOf } from './observeCalls.ts'

/**
 * Builds the response for a failed call. A refusal describes itself; any other error is logged and becomes a 500 or
 * 503.
 */
export function errorResponse(error: unknown, http: Context): Response {
  const refusal = error instanceof Refusal ? error : failureOf(error, http)
  const body: Failure & { code: FailureCode } = {
    message: refusal.details.message ?? failureMessages[refusal.code],
    code: refusal.code,
    ...(refusal.details.errors && { errors: refusal.details.errors }),
    ...(refusal.details.existing !== undefined && { existing: refusal.details.existing }),
  }
  http.header('Cache-Control', 'no-store')
  if (refusal.details.retryAfter !== undefined) http.header('Retry-After', String(refusal.details.retryAfter))
  // 419 is Laravel's; Hono's type has only registered codes.
  return http.json(body, refusal.status as ContentfulStatusCode)
}

function failureOf(error: unknown, http: Context): Refusal {
  if (isOfDeletedUser(error)) return new Refusal('account_deleted', {})
  reportError(`${http.req.method} ${routeOf(http)} failed`, error, requestIdOf(http))
  return error instanceof StorageError || isUnreachable(error)
    ? new Refusal('unavailable', { retryAfter: 5 })
    : new Refusal('server_error', {})
}

/**
 * Whether the database does not answer in time, is shutting down or is a standby (25006: accepts no writes until it is
 * promoted). The caller should retry.
 */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.cause !== undefined) return isUnreachable(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|25006|57014|57P|08|53)/.test(code) ||
    /Connection terminated|timeout exceeded/.test(error.message)
  )
}
