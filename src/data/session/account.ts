import type * as v from 'valibot'
import { accountApi, type Login, type Registration, type User } from '#contract/account.ts'
import { beginSession, readSession, TOKEN_COOKIE, updateSessionUser } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult, Refused } from '#data/network/failures.ts'
import { readCookie, writeCookie } from '#data/platform/cookies.ts'

/** Signs in. Online only. Pending entries of the same user are sent afterwards. */
export function signIn({
  email,
  password,
}: Pick<v.InferOutput<typeof Login>, 'email' | 'password'>): Promise<CallResult<User>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { data } = await call(accountApi.login, { body: { email, password, remember: true } })
    await beginSession(data.token, data.user)
    return data.user
  })
}

/** Registers and signs in; sends the `ref` cookie along (docs/specification.md, section 4). */
export function register(body: Omit<v.InferInput<typeof Registration>, 'ref'>): Promise<CallResult<User>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const ref = (await readCookie('ref'))?.slice(0, 100)
    const { data } = await call(accountApi.register, { body: ref === undefined ? body : { ...body, ref } })
    await beginSession(data.token, data.user)
    return data.user
  })
}

/**
 * Fetches the signed-in user at start (docs/specification.md, section 4). Keeps the stored session when the call fails.
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  // In this order: between the two, a sign-out would leave the cookie of the session that it ended.
  const session = await readSession()
  const token = await readCookie(TOKEN_COOKIE)
  if (token === undefined && session?.token === undefined) return
  try {
    if (token !== undefined && session?.token !== token) await signInWithToken(token, signal)
    else await updateSessionUser((await call(accountApi.show, {}, { signal })).data)
  } catch (failure) {
    // The server refuses a cookie that no session on this device belongs to: delete it.
    if (failure instanceof Refused && failure.status === 401 && session?.token !== token)
      writeCookie(TOKEN_COOKIE, '', 0)
  }
}

/** Starts a session from a token cookie that another app of this domain set. */
async function signInWithToken(token: string, signal: AbortSignal | undefined) {
  await call(accountApi.csrfCookie, {}, { signal })
  const { data } = await call(accountApi.loginWithToken, { body: { token } }, { signal })
  await beginSession(data.token, data.user)
}
