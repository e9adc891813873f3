import { Dexie, type EntityTable, type Table } from 'dexie'
import { v4 as uuid } from 'uuid'
import type { UserMetaKey } from '#data/platform/inventory.ts'
import type { Commit } from './changedKeys.ts'
import type { Download, DownloadPlan, DownloadRule } from './downloadRows.ts'
import type { DeliveredEntry, OutboxEntry } from './outboxEntry.ts'
import { CLIENT_ID, personalDatabaseName } from './personalName.ts'
import type {
  CommentLikeRow,
  CommentReportRow,
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
import { SuspendableDatabase } from './suspendableDatabase.ts'

/** One user's data: outbox, delivered entries, base rows, cursors, downloads and journal. */
export class PersonalDatabase extends SuspendableDatabase {
  declare outbox: EntityTable<OutboxEntry, 'seq'>
  declare delivered: EntityTable<DeliveredEntry, 'slot'>
  declare watchlist: EntityTable<WatchlistRow, 'titleId'>
  declare likes: EntityTable<LikeRow, 'titleId'>
  declare history: EntityTable<HistoryRow, 'titleId'>
  declare notifications: EntityTable<NotificationRow, 'id'>
  declare requests: EntityTable<RequestRow, 'id'>
  declare comments: EntityTable<CommentRow, 'id'>
  declare commentLikes: EntityTable<CommentLikeRow, 'id'>
  declare commentReports: EntityTable<CommentReportRow, 'id'>
  declare reports: EntityTable<ImportReport, 'key'>
  declare settings: EntityTable<SettingsRow, 'key'>
  declare aside: EntityTable<QuarantinedRow, 'id'>
  declare keptVideos: EntityTable<Download, 'fileId'>
  declare keptPlans: EntityTable<DownloadPlan, 'run'>
  declare downloadRules: EntityTable<DownloadRule, 'titleId'>
  declare meta: Table<{ key: UserMetaKey; value: unknown }, UserMetaKey>
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
    // Add tables and indexes only: an older worker and a newer page share this database (docs/sync.md#migration).
    this.version(2).stores({ aside: '++id, at', reports: 'key, at' })
    this.version(3).stores({ settings: 'key' })
    this.version(4).stores({ keptVideos: 'fileId, state', keptPlans: 'run' })
    this.version(5).stores({ commentLikes: 'id, titleId', commentReports: 'id, titleId' })
    this.version(6).stores({ delivered: 'slot, at' })
    this.version(7).stores({ downloadRules: 'titleId' })
    // Another tab deleted the database. Dexie would reopen it for the next read, and in-flight writes would recreate
    // it after sign-out.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return true
      this.close()
      if (open.get(this.userId) === this) open.delete(this.userId)
      return false
    })
    this.on('blocked', () => setStorageProblem('blocked'))
    this.on('ready', () => clearStorageProblems('blocked'))
    // The client id identifies this outbox's sequence, so both are created and deleted together
    // (docs/sync.md#fences).
    this.on('populate', (upgrade) => {
      upgrade.table('meta').add({ key: CLIENT_ID, value: uuid() })
    })
  }

  /** Reports every commit of every tab and worker, in any database. Returns how to unsubscribe. */
  watchCommits(onCommit: (commit: Commit) => void): () => void {
    Dexie.on.storagemutated.subscribe(onCommit)
    return () => Dexie.on.storagemutated.unsubscribe(onCommit)
  }
}

const open = new Map<number, PersonalDatabase>()

/** Opens a user's database on first use, and again after the browser or an upgrade closed it. */
export function openPersonalDatabase(userId: number): PersonalDatabase {
  const known = open.get(userId)
  if (known) return known
  const database = new PersonalDatabase(userId)
  open.set(userId, database)
  return database
}

/** Closes every open handle. The next use opens a new one. */
export function closePersonalDatabases() {
  for (const database of open.values()) database.close()
  open.clear()
}
