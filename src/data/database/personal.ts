import { v4 as uuid } from 'uuid'
import { readCookieNow } from '#data/platform/cookies.ts'
import { lazyDatabases } from './lazy.ts'
import { isPending, type OutboxEntry } from './outboxEntry.ts'
import type { PersonalDatabase } from './personalDatabase.ts'
import { CLIENT_ID } from './personalName.ts'
import { readSession, SignedOut, TOKEN_COOKIE } from './session.ts'

export { isPending, type OutboxEntry } from './outboxEntry.ts'
export type { PersonalDatabase } from './personalDatabase.ts'
export type { LikeRow, WatchlistRow } from './rows.ts'

/** Tables of base rows, as the server last sent them. */
export type BaseTable =
  | 'watchlist'
  | 'likes'
  | 'history'
  | 'notifications'
  | 'requests'
  | 'comments'
  | 'reports'
  | 'settings'

/** Opens a user's database on first use, and again after the browser or an upgrade closed it. */
export async function personalDatabaseOf(userId: number): Promise<PersonalDatabase> {
  return (await lazyDatabases()).openPersonalDatabase(userId)
}

/** The user of the cookie's token when the session was last read. */
let known: { token: string; userId: number } | undefined

/**
 * Opens the signed-in user's database. An expired session can still read and write. While the cookie holds the same
 * token, nobody signed in or out in any tab, so a mutation need not read the device database first. Throws `SignedOut`.
 */
export async function personalDatabase(): Promise<PersonalDatabase> {
  const token = readCookieNow(TOKEN_COOKIE)
  if (token !== undefined && token === known?.token) return personalDatabaseOf(known.userId)
  const session = await readSession()
  if (!session) throw new SignedOut()
  known = session.token === token ? { token, userId: session.user.id } : undefined
  return personalDatabaseOf(session.user.id)
}

/** Opens the signed-in user's database. Returns undefined for guests. */
export async function personalDatabaseIfSignedIn(): Promise<PersonalDatabase | undefined> {
  const session = await readSession()
  return session && (await personalDatabaseOf(session.user.id))
}

export async function clientId(database: PersonalDatabase): Promise<string> {
  return database.transaction('rw', database.meta, async () => {
    const stored = await database.meta.get(CLIENT_ID)
    if (typeof stored?.value === 'string') return stored.value
    const fresh = uuid()
    await database.meta.put({ key: CLIENT_ID, value: fresh })
    return fresh
  })
}

/**
 * Returns the pending entries of these lanes, ordered by `seq`. Inside a transaction over the outbox the result is
 * consistent with the other reads.
 */
export async function pendingEntries(database: PersonalDatabase, entities: string[]): Promise<OutboxEntry[]> {
  return (await database.outbox.where('entity').anyOf(entities).sortBy('seq')).filter(isPending)
}
