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

/** The tables of what the server last said; an acknowledgement writes into them. */
export type BaseTable =
  | 'watchlist'
  | 'likes'
  | 'history'
  | 'notifications'
  | 'requests'
  | 'comments'
  | 'reports'
  | 'settings'

/** The database of one person; opened on first use, and again after the browser or an upgrade closed it. */
export async function personalDatabaseOf(userId: number): Promise<PersonalDatabase> {
  return (await lazyDatabases()).openPersonalDatabase(userId)
}

/** Whose the token in the cookie was when the session was last read. */
let known: { token: string; userId: number } | undefined

/**
 * The signed-in person's database; an expired session still reads and writes its own. As long as the cookie holds the
 * token it held then, nobody has signed in or out, in whichever tab: a tap need not wait for another database.
 */
export async function personalDatabase(): Promise<PersonalDatabase> {
  const token = readCookieNow(TOKEN_COOKIE)
  if (token !== undefined && token === known?.token) return personalDatabaseOf(known.userId)
  const session = await readSession()
  if (!session) throw new SignedOut()
  known = session.token === token ? { token, userId: session.user.id } : undefined
  return personalDatabaseOf(session.user.id)
}

/** As `personal`, for reading: nobody signed in is an ordinary answer. */
export async function personalDatabaseIfSignedIn(): Promise<PersonalDatabase | undefined> {
  const session = await readSession()
  return session && (await personalDatabaseOf(session.user.id))
}

export async function clientId(database: PersonalDatabase): Promise<string> {
  return database.transaction('rw', database.meta, async () => {
    const kept = await database.meta.get(CLIENT_ID)
    if (typeof kept?.value === 'string') return kept.value
    const fresh = uuid()
    await database.meta.put({ key: CLIENT_ID, value: fresh })
    return fresh
  })
}

/** What waits for these lanes, in its order; inside a transaction over the outbox it is of one moment with the rest. */
export async function pendingEntries(database: PersonalDatabase, entities: string[]): Promise<OutboxEntry[]> {
  return (await database.outbox.where('entity').anyOf(entities).sortBy('seq')).filter(isPending)
}
