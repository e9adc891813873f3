import * as v from 'valibot'
import { User } from '#contract/account.ts'
import type { FailureCode } from '#contract/failures.ts'
import { readCookie, writeCookie } from '#data/platform/cookies.ts'
import { pageDocument } from '#data/platform/page.ts'
import { device } from './device.ts'
import { liveQuery } from './liveQuery.ts'

const KEY = 'session'
/** Followed by the id of a user whose account was deleted, until the data is deleted here too. */
export const DELETED_ACCOUNT = 'deletedAccount:'
/** Cookie name from docs/specification.md, section 4. */
export const TOKEN_COOKIE = 'token'
const TOKEN_DAYS = 365

const Session = v.object({
  token: v.string(),
  user: User,
  /** `expired`: the server refused the token. The data stays on the device, and the app shows the sign-in form. */
  status: v.picklist(['active', 'expired']),
})
export type Session = v.InferOutput<typeof Session>

/** Thrown by operations that need a signed-in user. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** Returns the stored session, or undefined for a guest. An unreadable session counts as none and is not deleted. */
export async function readSession(): Promise<Session | undefined> {
  const { meta } = await device()
  const stored = await meta.get(KEY)
  const read = v.safeParse(Session, stored?.value)
  return read.success ? read.output : undefined
}

/** Calls back with the session now and after each change in any tab. */
export function watchSession(changed: (session: Session | undefined) => void) {
  liveQuery(readSession).subscribe(changed, () => changed(undefined))
}

/**
 * Returns the session and the token for calls. A browser can lose the token cookie alone (a crash before it was
 * written, a browser that expires script cookies after a week); the stored session then restores the cookie. A cookie
 * of another session means that the user must be fetched.
 */
export async function restoreSession(): Promise<{ session: Session | undefined; token: string | undefined }> {
  const session = await readSession()
  if (!pageDocument()) return { session, token: session?.token }
  const token = await readCookie(TOKEN_COOKIE)
  if (token !== undefined || session?.status !== 'active') return { session, token }
  const database = await device()
  return database.transaction('rw', database.meta, async () => {
    // Another tab may be signing out: restore the cookie only while the session still exists.
    const still = await readSession()
    if (still?.status === 'active') writeCookie(TOKEN_COOKIE, still.token, TOKEN_DAYS)
    return { session: still, token: still?.status === 'active' ? still.token : undefined }
  })
}

/**
 * Returns the token of one user, or undefined when that user has no active session. Reads the session, not the cookie:
 * the cookie may already belong to another user.
 */
export async function tokenFor({ userId }: { userId: number }): Promise<string | undefined> {
  const { session } = await restoreSession()
  return session?.user.id === userId && session.status === 'active' ? session.token : undefined
}

export async function beginSession(token: string, user: User) {
  writeCookie(TOKEN_COOKIE, token, TOKEN_DAYS)
  const session: Session = { token, user, status: 'active' }
  const { meta } = await device()
  await meta.put({ key: KEY, value: session })
}

/** Updates the stored user. No-op when another user is signed in. */
export async function updateSessionUser(user: User) {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    const session = await readSession()
    if (session?.user.id !== user.id) return
    if (JSON.stringify(session.user) === JSON.stringify(user)) return
    await database.meta.put({ key: KEY, value: { ...session, user } satisfies Session })
  })
}

/**
 * Marks the session expired after the server refused its token, or ends it when `code` says that the account was deleted. A
 * newer session is not touched.
 */
export async function expireSession(token: string, code?: string) {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    const session = await readSession()
    if (session?.token !== token) return
    if (code === ('account_deleted' satisfies FailureCode)) {
      // In the same transaction: whichever page or worker runs next deletes the data.
      await database.meta.put({ key: `${DELETED_ACCOUNT}${session.user.id}`, value: session.user.id })
      await endSession()
    } else if (session.status === 'active')
      await database.meta.put({ key: KEY, value: { ...session, status: 'expired' } satisfies Session })
  })
}

/** Returns the ids of the users whose deleted account has left data on this device. */
export async function deletedAccounts(): Promise<number[]> {
  const { meta } = await device()
  const rows = await meta.where('key').startsWith(DELETED_ACCOUNT).toArray()
  return rows.map(({ key }) => Number(key.slice(DELETED_ACCOUNT.length))).filter(Number.isInteger)
}

export async function endSession() {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    await database.meta.delete(KEY)
    writeCookie(TOKEN_COOKIE, '', 0)
  })
}
