import { Dexie, type EntityTable, type Table } from 'dexie'
import { v4 as uuid } from 'uuid'
import type { Commit } from './changedKeys.ts'
import type { Download, DownloadPlan } from './downloadRows.ts'
import type { OutboxEntry } from './outboxEntry.ts'
import { CLIENT_ID, personalDatabaseName } from './personalName.ts'
import type {
  CommentRow,
  HistoryRow,
  ImportReport,
  JournalEvent,
  LikeRow,
  NotificationRow,
  QuarantinedRow,
  RequestRow,
  SettingsRow,
  WatchlistRow,
} from './rows.ts'
import { clearStorageProblems, setStorageProblem } from './storageHealth.ts'

/** Everything that belongs to one person: the queue, the lists as the server knows them, drafts, cursors, the journal. */
export class PersonalDatabase extends Dexie {
  declare outbox: EntityTable<OutboxEntry, 'seq'>
  declare watchlist: EntityTable<WatchlistRow, 'titleId'>
  declare likes: EntityTable<LikeRow, 'titleId'>
  declare history: EntityTable<HistoryRow, 'titleId'>
  declare notifications: EntityTable<NotificationRow, 'id'>
  declare requests: EntityTable<RequestRow, 'id'>
  declare comments: EntityTable<CommentRow, 'id'>
  declare reports: EntityTable<ImportReport, 'key'>
  declare settings: EntityTable<SettingsRow, 'key'>
  declare aside: EntityTable<QuarantinedRow, 'id'>
  declare keptVideos: EntityTable<Download, 'fileId'>
  declare keptPlans: EntityTable<DownloadPlan, 'run'>
  declare meta: Table<{ key: string; value: unknown }, string>
  declare journal: EntityTable<JournalEvent, 'id'>

  constructor(readonly userId: number) {
    super(personalDatabaseName(userId), { chromeTransactionDurability: 'strict' })
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
    this.on('blocked', () => setStorageProblem('blocked'))
    this.on('ready', () => clearStorageProblems('blocked'))
    // The client id lives and dies with the sequence it orders (sync page).
    this.on('populate', (upgrade) => {
      upgrade.table('meta').add({ key: CLIENT_ID, value: uuid() })
    })
  }

  /** Hears every commit of every tab and worker, on any database; answers how to stop. */
  watchCommits(heard: (commit: Commit) => void): () => void {
    Dexie.on.storagemutated.subscribe(heard)
    return () => Dexie.on.storagemutated.unsubscribe(heard)
  }
}

const open = new Map<number, PersonalDatabase>()

/** The database of one person; opened on first use, and again after the browser or an upgrade closed it. */
export function openPersonalDatabase(userId: number): PersonalDatabase {
  const known = open.get(userId)
  if (known) return known
  const database = new PersonalDatabase(userId)
  open.set(userId, database)
  return database
}

/** Closes and forgets every open handle; the next use opens anew. */
export function closePersonalDatabases() {
  for (const database of open.values()) database.close()
  open.clear()
}
