import type * as v from 'valibot'
import { accountApi, type Login, type Registration, type User } from '#contract/account.ts'
import { beginSession, readSession, TOKEN_COOKIE, updateSessionUser } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult, Refused } from '#data/network/failures.ts'
import { readCookie, writeCookie } from '#data/platform/cookies.ts'

/** Signs in. Never queued: an online call with an answer. What waits of the same person goes out afterwards. */
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

/** Registers and signs in; the `ref` cookie goes along (specification, section 4). */
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
 * Asks the server who is signed in (specification, section 4: at start). Silent on failure: without an answer the
 * device goes on with what it knows.
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const token = await readCookie(TOKEN_COOKIE)
  const session = await readSession()
  if (token === undefined && session?.token === undefined) return
  try {
    if (token !== undefined && session?.token !== token) await signInWithToken(token, signal)
    else await updateSessionUser((await call(accountApi.show, {}, { signal })).data)
  } catch (failure) {
    // A cookie that no account on this device belongs to and that the server does not take is of no use.
    if (failure instanceof Refused && failure.status === 401 && session?.token !== token)
      writeCookie(TOKEN_COOKIE, '', 0)
  }
}

/** Begins the session of a token that came from elsewhere: another app of this domain has left its cookie here. */
async function signInWithToken(token: string, signal: AbortSignal | undefined) {
  await call(accountApi.csrfCookie, {}, { signal })
  const { data } = await call(accountApi.loginWithToken, { body: { token } }, { signal })
  await beginSession(data.token, data.user)
}
