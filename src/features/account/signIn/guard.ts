import { redirect } from '@tanstack/react-router'
import type { User } from '#contract/account.ts'
import { readSession, type Session } from '#data/database/session.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { HOME, readReturnPath, returnSearch } from './returnPath.ts'

/**
 * For personal screens: without a session on this device on to signing in, or to registering for people an
 * advertisement brought (specification, section 4), and from there back here. The network is not asked: an expired
 * session opens what this device holds.
 */
export async function requireMember(here: string): Promise<Session> {
  const session = await heldSession()
  if (session) return session
  throw redirect(signInRedirect(here))
}

/** The door for whoever is not signed in, and back from there. */
export function signInRedirect(here: string) {
  const to = readCookieNow('ref') === 'ad' ? '/auth/register' : '/auth/login'
  return { to, search: returnSearch(readReturnPath(here)) } as const
}

/**
 * For signing in and registering: whoever is signed in already goes on to where they were going. Answers whose session
 * has expired here, if anybody's.
 */
export async function requireGuest(path = HOME): Promise<User | undefined> {
  const session = await heldSession()
  if (session?.status === 'active') throw redirect({ href: path, replace: true })
  return session?.user
}

/** A device that cannot say whose it is belongs to nobody: a guest's screens still work there. */
function heldSession() {
  return readSession().catch(() => undefined)
}
