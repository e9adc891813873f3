import { Dexie, type EntityTable, type Table } from 'dexie'
import { v4 as uuid } from 'uuid'
import type { TitleCard } from '#contract/titleCards.ts'
import { SignedOut } from './failures.ts'
import { readSession } from './session.ts'

/**
 * A change that waits (sync page, "Entry"). `seq` orders, never a clock. A failed entry has left its lane; a held one is
 * of a kind or format this version does not know, and waits for one that does.
 */
export interface Entry {
  seq: number
  /** UUIDv7, the idempotency key */
  key: string
  formatVersion: number
  userId: number
  kind: string
  /** the lane */
  entity: string
  payload: unknown
  /** the name of the thing, for the person */
  label: string
  /** ms, device clock */
  createdAt: number
  attempts: number
  /** answers that refused for now (429, 5xx …) */
  refusals: number
  /** ms, device clock: when the refusals began */
  failingSince: number | null
  nextAt: number
  leaseUntil: number
  leaseBy: string | null
  status: 'queued' | 'sending' | 'failed' | 'held'
  lastError: EntryError | null
}
/** Whether an entry is part of what the person sees: failed and held ones are not. */
export function isWaiting(entry: Entry): boolean {
  return entry.status === 'queued' || entry.status === 'sending'
}
export interface EntryError {
  family: 'unreachable' | 'refused' | 'broken'
  status: number | null
  /** the server's sentence; empty when it said none */
  message: string
  at: number
}

/** A saved title as the server last said; without `savedAt` the row is a tombstone, kept so that no older row revives it. */
export interface WatchlistRow {
  titleId: number
  version: number
  savedAt?: string
  title?: TitleCard
}
export interface LikeRow {
  titleId: number
  version: number
  liked: boolean
  likes?: number
}
export interface JournalEvent {
  id: number
  at: number
  event: string
  detail: string
}

/** Everything that belongs to one person: the queue, the lists as the server knows them, drafts, cursors, the journal. */
export class PersonalDatabase extends Dexie {
  declare outbox: EntityTable<Entry, 'seq'>
  declare watchlist: EntityTable<WatchlistRow, 'titleId'>
  declare likes: EntityTable<LikeRow, 'titleId'>
  declare drafts: EntityTable<{ key: string; text: string; at: number }, 'key'>
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
    // The client id lives and dies with the sequence it orders (sync page).
    this.on('populate', (upgrade) => {
      upgrade.table('meta').add({ key: CLIENT_ID, value: uuid() })
    })
  }
}

const CLIENT_ID = 'clientId'
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

/** The signed-in person's database; an expired session still reads and writes its own. */
export async function personal(): Promise<PersonalDatabase> {
  const session = await readSession()
  if (!session) throw new SignedOut()
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
