import { Dexie, type EntityTable, type Table } from 'dexie'
import { v4 as uuid } from 'uuid'
import { readCookieNow } from './cookies.ts'
import { type Entry, isWaiting } from './entry.ts'
import { SignedOut } from './failures.ts'
import type { KeptPlan, KeptVideo } from './keptRows.ts'
import type {
  Aside,
  CommentRow,
  HistoryRow,
  ImportReport,
  JournalEvent,
  LikeRow,
  NotificationRow,
  RequestRow,
  SettingsRow,
  WatchlistRow,
} from './rows.ts'
import { readSession, TOKEN_COOKIE } from './session.ts'
import { clearTrouble, noteTrouble } from './trouble.ts'

export { type Entry, isWaiting } from './entry.ts'
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

/** Everything that belongs to one person: the queue, the lists as the server knows them, drafts, cursors, the journal. */
export class PersonalDatabase extends Dexie {
  declare outbox: EntityTable<Entry, 'seq'>
  declare watchlist: EntityTable<WatchlistRow, 'titleId'>
  declare likes: EntityTable<LikeRow, 'titleId'>
  declare history: EntityTable<HistoryRow, 'titleId'>
  declare notifications: EntityTable<NotificationRow, 'id'>
  declare requests: EntityTable<RequestRow, 'id'>
  declare comments: EntityTable<CommentRow, 'id'>
  declare reports: EntityTable<ImportReport, 'key'>
  declare settings: EntityTable<SettingsRow, 'key'>
  declare aside: EntityTable<Aside, 'id'>
  declare keptVideos: EntityTable<KeptVideo, 'fileId'>
  declare keptPlans: EntityTable<KeptPlan, 'run'>
  declare meta: Table<{ key: string; value: unknown }, string>
  declare journal: EntityTable<JournalEvent, 'id'>

  constructor(readonly userId: number) {
    super(personalName(userId), { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      outbox: '++seq, &key, entity, status, [status+nextAt]',
      watchlist: 'titleId, savedAt',
      likes: 'titleId',
      history: 'titleId, watchedAt',
      notifications: 'id, createdAt',
      requests: 'id, createdAt',
      comments: 'id, titleId',
      drafts: 'key, at',
      meta: 'key',
      journal: '++id',
    })
    // Only ever added to: an older worker and a newer page share this database (sync page, "Migration").
    this.version(2).stores({ aside: '++id, at', reports: 'key, at' })
    this.version(3).stores({ settings: 'key' })
    this.version(4).stores({ keptVideos: 'fileId, state', keptPlans: 'run' })
    // Deleted, in whichever tab: the library would open it anew for the next read, and with it whatever is still on its way
    // would come back after its person has left.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return true
      this.close()
      if (open.get(this.userId) === this) open.delete(this.userId)
      return false
    })
    this.on('blocked', () => noteTrouble('blocked'))
    this.on('ready', () => clearTrouble('blocked'))
    // The client id lives and dies with the sequence it orders (sync page).
    this.on('populate', (upgrade) => {
      upgrade.table('meta').add({ key: CLIENT_ID, value: uuid() })
    })
  }
}

/** The row of `meta` that names this database: another name, another database. */
export const CLIENT_ID = 'clientId'
const open = new Map<number, PersonalDatabase>()

export function personalName(userId: number): string {
  return `parde-user-${userId}`
}

/** The database of one person; opened on first use, and again after the browser or an upgrade closed it. */
export function personalOf(userId: number): PersonalDatabase {
  const known = open.get(userId)
  if (known) return known
  const database = new PersonalDatabase(userId)
  open.set(userId, database)
  return database
}

/** Closes and forgets every open handle; the next use opens anew. */
export function closePersonal() {
  for (const database of open.values()) database.close()
  open.clear()
}

/** Whose the token in the cookie was when the session was last read. */
let known: { token: string; userId: number } | undefined

/**
 * The signed-in person's database; an expired session still reads and writes its own. As long as the cookie holds the
 * token it held then, nobody has signed in or out, in whichever tab: a tap need not wait for another database.
 */
export async function personal(): Promise<PersonalDatabase> {
  const token = readCookieNow(TOKEN_COOKIE)
  if (token !== undefined && token === known?.token) return personalOf(known.userId)
  const session = await readSession()
  if (!session) throw new SignedOut()
  known = session.token === token ? { token, userId: session.user.id } : undefined
  return personalOf(session.user.id)
}

/** As `personal`, for reading: nobody signed in is an ordinary answer. */
export async function personalIfAny(): Promise<PersonalDatabase | undefined> {
  const session = await readSession()
  return session && personalOf(session.user.id)
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
export async function waitingFor(database: PersonalDatabase, entities: string[]): Promise<Entry[]> {
  return (await database.outbox.where('entity').anyOf(entities).sortBy('seq')).filter(isWaiting)
}
