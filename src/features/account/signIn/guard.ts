import { redirect } from '@tanstack/react-router'
import type { User } from '#contract/account.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { readSession, type Session } from '#data/database/session.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { HOME, readReturnPath, returnSearch } from './returnPath.ts'

/**
 * Guards personal screens: redirects users without a session to sign-in, or to registration when they came from an
 * advertisement (docs/specification.md, section 4). Works offline: an expired session opens the cached data.
 */
export async function requireMember(href: string): Promise<Session> {
  const session = await sessionOrGuest()
  if (session) return session
  throw redirect(signInRedirect(href))
}

/** The redirect for guests, with the path to return to. */
export function signInRedirect(href: string) {
  const to = readCookieNow('ref') === 'ad' ? '/auth/register' : '/auth/login'
  return { to, search: returnSearch(readReturnPath(href)) } as const
}

/** Guards sign-in and registration: redirects signed-in users to `path`. Returns the user of an expired session. */
export async function requireGuest(path = HOME): Promise<User | undefined> {
  const session = await sessionOrGuest()
  if (session?.status === 'active') throw redirect({ href: path, replace: true })
  return session?.user
}

/** When the device cannot read the session, the user is treated as a guest. */
function sessionOrGuest() {
  return readFromDevice(readSession)
}
