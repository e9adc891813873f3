import { liveQuery } from 'dexie'
import * as v from 'valibot'
import { User } from '#contract/account.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { device } from './device.ts'
import { pageDocument } from './page.ts'

const KEY = 'session'
/** The cookie the specification names (section 4). */
export const TOKEN_COOKIE = 'token'
const TOKEN_DAYS = 365

const Session = v.object({
  token: v.string(),
  user: User,
  /** `expired`: the server no longer takes the token. Everything stays on the device; the person is asked to sign in. */
  status: v.picklist(['active', 'expired']),
})
export type Session = v.InferOutput<typeof Session>

/** Whose device this is now, or nobody's. Content that is not a session counts as nobody's and is left alone. */
export async function readSession(): Promise<Session | undefined> {
  const kept = await device.meta.get(KEY)
  const read = v.safeParse(Session, kept?.value)
  return read.success ? read.output : undefined
}

/** Calls back with the session now and whenever it changes, in whichever tab. */
export function watchSession(changed: (session: Session | undefined) => void) {
  liveQuery(readSession).subscribe({ next: changed, error: () => changed(undefined) })
}

/**
 * The session as far as the cookie agrees: in the page a missing cookie means that the person has to sign in again, and
 * a cookie of another session (this device's database was lost or another tab signed in) that the user must be fetched.
 */
export async function settleSession(): Promise<{ session: Session | undefined; token: string | undefined }> {
  const session = await readSession()
  if (!pageDocument()) return { session, token: session?.token }
  const token = await readCookie(TOKEN_COOKIE)
  if (session && session.token === token) return { session, token }
  if (session && session.status === 'active' && token === undefined) await expireSession(session.token)
  return { session: await readSession(), token }
}

export async function beginSession(token: string, user: User) {
  writeCookie(TOKEN_COOKIE, token, TOKEN_DAYS)
  const session: Session = { token, user, status: 'active' }
  await device.meta.put({ key: KEY, value: session })
}

/** Newer facts about the signed-in person; nothing happens when somebody else is signed in by now. */
export async function renewUser(user: User) {
  await device.transaction('rw', device.meta, async () => {
    const session = await readSession()
    if (session?.user.id !== user.id) return
    if (JSON.stringify(session.user) === JSON.stringify(user)) return
    await device.meta.put({ key: KEY, value: { ...session, user } satisfies Session })
  })
}

/** The server refused this token. A newer session is not touched. */
export async function expireSession(token: string) {
  await device.transaction('rw', device.meta, async () => {
    const session = await readSession()
    if (session?.token !== token || session.status === 'expired') return
    await device.meta.put({ key: KEY, value: { ...session, status: 'expired' } satisfies Session })
  })
}

export async function endSession() {
  writeCookie(TOKEN_COOKIE, '', 0)
  await device.meta.delete(KEY)
}
