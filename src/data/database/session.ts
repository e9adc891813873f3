import * as v from 'valibot'
import { User } from '#contract/account.ts'
import { readCookie, writeCookie } from '#data/platform/cookies.ts'
import { pageDocument } from '#data/platform/page.ts'
import { device } from './device.ts'
import { watchQuery } from './liveQuery.ts'

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

/** Needs a signed-in person. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** Whose device this is now, or nobody's. Content that is not a session counts as nobody's and is left alone. */
export async function readSession(): Promise<Session | undefined> {
  const { meta } = await device()
  const kept = await meta.get(KEY)
  const read = v.safeParse(Session, kept?.value)
  return read.success ? read.output : undefined
}

/** Calls back with the session now and whenever it changes, in whichever tab. */
export function watchSession(changed: (session: Session | undefined) => void) {
  watchQuery(readSession, { next: changed, error: () => changed(undefined) })
}

/**
 * The session and the token to call with. The cookie is the specification's place for the token and can be lost alone
 * (a browser killed before it wrote its cookies down, a browser that ends script cookies after a week): then this
 * device's own session gives it back. A cookie of another session means that the user must be fetched.
 */
export async function restoreSession(): Promise<{ session: Session | undefined; token: string | undefined }> {
  const session = await readSession()
  if (!pageDocument()) return { session, token: session?.token }
  const token = await readCookie(TOKEN_COOKIE)
  if (token !== undefined || session?.status !== 'active') return { session, token }
  const database = await device()
  return database.transaction('rw', database.meta, async () => {
    // Another tab may be signing out: only a session that is still here gets its cookie back.
    const still = await readSession()
    if (still?.status === 'active') writeCookie(TOKEN_COOKIE, still.token, TOKEN_DAYS)
    return { session: still, token: still?.status === 'active' ? still.token : undefined }
  })
}

/**
 * The token to speak for one person with; nothing when another is signed in, or nobody, or the session is over. Not the
 * cookie's: that may be somebody else's already, and what belongs to one person must not end up with another.
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

/** Newer facts about the signed-in person; nothing happens when somebody else is signed in by now. */
export async function updateSessionUser(user: User) {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    const session = await readSession()
    if (session?.user.id !== user.id) return
    if (JSON.stringify(session.user) === JSON.stringify(user)) return
    await database.meta.put({ key: KEY, value: { ...session, user } satisfies Session })
  })
}

/** The server refused this token. A newer session is not touched. */
export async function expireSession(token: string) {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    const session = await readSession()
    if (session?.token !== token || session.status === 'expired') return
    await database.meta.put({ key: KEY, value: { ...session, status: 'expired' } satisfies Session })
  })
}

export async function endSession() {
  const database = await device()
  await database.transaction('rw', database.meta, async () => {
    await database.meta.delete(KEY)
    writeCookie(TOKEN_COOKIE, '', 0)
  })
}
