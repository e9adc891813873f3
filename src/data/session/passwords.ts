import type * as v from 'valibot'
import { accountApi } from '#contract/account.ts'
import { type PasswordChange, passwordsApi, type Reset } from '#contract/passwords.ts'
import { beginSession } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { refreshUser } from './account.ts'

/** Requests a reset mail. Returns the server's message, which is the same for every address. */
export function requestPasswordReset(email: string): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    return (await call(passwordsApi.forgot, { body: { email } })).message
  })
}

/**
 * Resets the password with a mailed token. The server signs out every device; refreshing the user shows that here at
 * once.
 */
export function resetPassword(body: v.InferOutput<typeof Reset>): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { message } = await call(passwordsApi.reset, { body })
    await refreshUser()
    return message
  })
}

/** Changes the password. This device continues with a new token; other devices are signed out. */
export function changePassword(body: v.InferOutput<typeof PasswordChange>): Promise<CallResult<unknown>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { data } = await call(passwordsApi.change, { body })
    await beginSession(data.token, data.user)
  })
}
