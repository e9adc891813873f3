import type * as v from 'valibot'
import { accountApi } from '#contract/account.ts'
import { type PasswordChange, passwordsApi, type Reset } from '#contract/passwords.ts'
import { beginSession } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { refreshUser } from './account.ts'

/** Asks for a way back by mail; answers the server's sentence, which is the same for every address. */
export function requestPasswordReset(email: string): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    return (await call(passwordsApi.forgot, { body: { email } })).message
  })
}

/** Takes the mailed way back. Every device is signed out by it, and this one learns so at once. */
export function resetPassword(body: v.InferOutput<typeof Reset>): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { message } = await call(passwordsApi.reset, { body })
    await refreshUser()
    return message
  })
}

/** Changes the password; this device goes on under a new token, the others are signed out. */
export function changePassword(body: v.InferOutput<typeof PasswordChange>): Promise<CallResult<unknown>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { data } = await call(passwordsApi.change, { body })
    await beginSession(data.token, data.user)
  })
}
