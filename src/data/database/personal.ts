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
  | 'commentLikes'
  | 'commentReports'
  | 'reports'
  | 'settings'

/** Opens a user's database on first use, and again after the browser or an upgrade closed it. */
export async function personalDatabaseOf(userId: number): Promise<PersonalDatabase> {
  return (await lazyDatabases()).openPersonalDatabase(userId)
}

/** The database that was last opened for the session of the token cookie. A page has one cookie jar. */
let opened: { token: string; database: PersonalDatabase } | undefined

/**
 * Returns the signed-in user's database without reading the session, if it is open. While the cookie holds the same
 * token, nobody signed in or out in any tab. Always undefined in the worker, which cannot read cookies at once.
 */
export function openedPersonalDatabase(): PersonalDatabase | undefined {
  return opened?.database.isOpen() && opened.token === readCookieNow(TOKEN_COOKIE) ? opened.database : undefined
}

/** Opens the signed-in user's database. An expired session can still read and write. Throws `SignedOut`. */
export async function personalDatabase(): Promise<PersonalDatabase> {
  const database = openedPersonalDatabase() ?? (await personalDatabaseIfSignedIn())
  if (!database) throw new SignedOut()
  return database
}

/** Opens the signed-in user's database. Returns undefined for guests. */
export async function personalDatabaseIfSignedIn(): Promise<PersonalDatabase | undefined> {
  const token = readCookieNow(TOKEN_COOKIE)
  const session = await readSession()
  if (!session) return undefined
  const database = await personalDatabaseOf(session.user.id)
  opened = session.token === token ? { token, database } : undefined
  return database
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
  // A live query of `anyOf` would observe all lanes between the first and the last one.
  const lanes = await Promise.all(entities.map((entity) => database.outbox.where('entity').equals(entity).toArray()))
  return lanes
    .flat()
    .filter(isPending)
    .toSorted((one, other) => one.seq - other.seq)
}
