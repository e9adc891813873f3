import type * as v from 'valibot'
import { accountApi } from '#contract/account.ts'
import { type EmailChange, type FirstEmail, type NameChange, profileApi } from '#contract/profile.ts'
import { updateSessionUser } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { refreshUser } from './account.ts'

/** Changes the user's name. Online only. Returns the new name. */
export function changeName(body: v.InferOutput<typeof NameChange>): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { data } = await call(profileApi.changeName, { body })
    await updateSessionUser(data)
    return data.name
  })
}

/** Requests a confirmation link for a new address. Online only. Returns the server's message. */
export function requestEmailChange(
  body: v.InferOutput<typeof EmailChange | typeof FirstEmail>,
): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    return (await call(profileApi.changeEmail, { body })).message
  })
}

/** Changes the address with a mailed token. Returns the server's message. */
export function confirmEmail(token: string): Promise<CallResult<string>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { message } = await call(profileApi.confirmEmail, { body: { token } })
    await refreshUser()
    return message
  })
}
