import { type Commit, changedKeys, touchesTable } from '#data/database/changedKeys.ts'
import { PENDING_STATUSES } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { CLIENT_ID } from '#data/database/personalName.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import type { PersonalList } from '#data/sync/pull.ts'
import {
  bySortKey,
  type ListDefinition,
  mergeChanges,
  mergeRow,
  PendingOverlays,
  type SortedItem,
} from './mergedView.ts'
import { RecordPages } from './recordPages.ts'

/** Rows read first, so that the list paints at once: more than fit into a window. */
const INITIAL_ROWS = 60
/** Rows read per slice, a few milliseconds each. */
const ROWS_PER_SLICE = 250
/** Above this number of changed rows, reading the table again in slices is faster than reading each row by key. */
const MAX_KEYED_READS = 500
/** How long a list without subscribers stays in memory, in ms, so that returning to its screen is instant. */
const RETENTION = 60_000
/** Wait before the list is read again after a database error, in ms. */
const RETRY_DELAY = 1_000
/** Longest wait for an idle main thread before the next slice, in ms. */
const IDLE_TIMEOUT = 100

/** `complete`: `items` holds the whole list, not only its newest rows. */
export interface LiveListState<Item> extends PersonalList<Item> {
  complete: boolean
}

/**
 * A personal list of any length, in memory while it has subscribers. The newest rows are read first, the rest in
 * slices. After that a commit, of any tab, costs one read per changed row.
 * Each row shows one committed state. Once everything has been read, the list equals `readMergedList`
 * (`tests/data/lists.live.test.ts`).
 */
export class LiveList<Row extends { titleId: number }, Item> {
  private readonly listeners = new Set<() => void>()
  private readonly pages = new RecordPages()
  private readonly overlays: PendingOverlays<Row>
  private state: LiveListState<Item> | 'failed' | undefined
  private sorted: SortedItem<Item>[] = []
  private client: unknown
  private loaded = false
  /** The scan of the whole table, while it is running. */
  private scan: Scan<Item> | undefined
  private complete = false
  private hasPublished = false
  private dirty = allDirty()
  private isRunning = false
  /** Number of unresolved `whenComplete` calls. */
  private completeWaiters = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private unwatch: (() => void) | undefined

  constructor(
    private readonly definition: ListDefinition<Row, Item>,
    private readonly database: PersonalDatabase,
  ) {
    this.overlays = new PendingOverlays(definition, this.pages)
  }

  /**
   * Snapshot for `useSyncExternalStore`: undefined before the first read, `failed` while the database does not open.
   */
  readonly getSnapshot = () => this.state

  readonly subscribe = (listener: () => void) => {
    clearTimeout(this.timer)
    this.listeners.add(listener)
    this.unwatch ??= this.database.watchCommits((commit) => this.onCommit(commit))
    // The database may have been wiped while nothing was subscribed.
    this.dirty.head = true
    this.schedule()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.release(), RETENTION)
    }
  }

  /**
   * Resolves when the whole list has been read, or when reading fails. Meanwhile slices are read without idle pauses.
   */
  readonly whenComplete = () =>
    new Promise<void>((resolve) => {
      this.completeWaiters += 1
      const check = () => {
        if (!this.complete && this.state !== 'failed') return
        stop()
        this.completeWaiters -= 1
        resolve()
      }
      const stop = this.subscribe(check)
      check()
    })

  private release() {
    this.unwatch?.()
    this.unwatch = undefined
    this.clearItems()
    this.state = undefined
    this.dirty = allDirty()
  }

  private clearItems() {
    this.sorted = []
    this.scan = undefined
    this.complete = false
    this.hasPublished = false
  }

  private onCommit(commit: Commit) {
    const { name } = this.database
    const rows = changedKeys(commit, name, this.definition.table)
    const seqs = changedKeys(commit, name, 'outbox')
    if (rows === 'many' || seqs === 'many') this.dirty.all = true
    else {
      for (const id of rows) this.dirty.rows.add(id)
      for (const seq of seqs) this.dirty.seqs.add(seq)
    }
    if (touchesTable(commit, name, 'meta')) this.dirty.head = true
    if (isDirty(this.dirty)) this.schedule()
  }

  private schedule(after = 0) {
    if (this.isRunning || this.listeners.size === 0) return
    clearTimeout(this.timer)
    // Runs outside the transaction of the commit, once for all commits of this task.
    this.timer = setTimeout(() => void this.run(), after)
  }

  private async run() {
    if (this.isRunning) return
    this.isRunning = true
    let succeeded = true
    try {
      while (this.listeners.size > 0) {
        if (this.dirty.all) await this.startScan()
        else if (isDirty(this.dirty)) await this.applyChanges()
        else if (this.scan) await this.readSlice(this.scan)
        else break
      }
    } catch (failure) {
      ignoring(...EXPECTED_ERRORS)(failure)
      succeeded = false
      this.dirty = allDirty()
      if (!this.hasPublished) this.notify('failed')
    }
    this.isRunning = false
    if (!succeeded) this.schedule(RETRY_DELAY)
  }

  /**
   * Starts a scan of the whole table. The newest rows are shown at once if the list shows nothing yet; otherwise the
   * shown rows stay until the scan ends.
   */
  private async startScan() {
    this.dirty = noDirtyKeys()
    const newest = await this.inTransaction(async (table) => {
      await this.readHead()
      await this.overlays.read(this.database)
      return this.hasPublished ? undefined : await this.readNewest(table)
    })
    this.scan = newScan()
    if (newest === undefined) return
    this.sorted = newest.items.sort(bySortKey)
    this.hasPublished = true
    if (newest.isAll) {
      this.scan = undefined
      this.complete = true
    }
    this.publish()
    if (this.scan) await this.pause()
  }

  /** Reads the newest rows and the last of the rows with pending changes: these need not have a row in the table. */
  private async readNewest(table: ReturnType<LiveList<Row, Item>['table']>) {
    const rows = await table.orderBy(this.definition.index).reverse().limit(INITIAL_ROWS).toArray()
    const rowById = new Map<number, Row | undefined>(rows.map((row) => [row.titleId, row]))
    const touched = this.overlays.touchedIds().filter((id) => !rowById.has(id))
    const lastTouched = touched.slice(-INITIAL_ROWS)
    const touchedRows = await table.bulkGet(lastTouched)
    for (const [at, id] of lastTouched.entries()) rowById.set(id, touchedRows[at])
    return {
      items: [...rowById].flatMap(([id, row]) => this.sortedItem(id, row) ?? []),
      isAll: rows.length < INITIAL_ROWS && touched.length === lastTouched.length,
    }
  }

  private async applyChanges() {
    const { rows, seqs } = this.dirty
    const { loaded } = this
    this.dirty = noDirtyKeys()
    const changes = await this.inTransaction(async (table) => {
      await this.readHead()
      const touched = new Set(rows)
      for (const id of await this.applyOutboxChanges([...seqs])) touched.add(id)
      if (touched.size > MAX_KEYED_READS) return undefined
      const ids = [...touched]
      const current = await table.bulkGet(ids)
      return new Map(ids.map((id, at) => [id, this.sortedItem(id, current[at])]))
    })
    if (changes === undefined) {
      this.scan = newScan()
      return
    }
    this.sorted = mergeChanges(this.sorted, changes)
    for (const [id, sortedItem] of this.scan ? changes : []) {
      this.scan?.readIds.add(id)
      if (sortedItem) this.scan?.items.set(id, sortedItem)
      else this.scan?.items.delete(id)
    }
    if (this.hasPublished && (changes.size > 0 || this.loaded !== loaded)) this.publish()
  }

  /**
   * Updates the overlays of these entries; returns the ids of the rows they change. A known entry can only have stopped
   * being pending, so its primary key suffices.
   */
  private async applyOutboxChanges(seqs: number[]): Promise<number[]> {
    const { outbox } = this.database
    const known = seqs.filter((seq) => this.overlays.has(seq))
    const added = seqs.filter((seq) => !this.overlays.has(seq))
    const pending = known.length > 0 ? await this.pendingSeqs() : new Set()
    const gone = known.filter((seq) => !pending.has(seq)).flatMap((seq) => [...this.overlays.drop(seq)])
    const entries = await outbox.bulkGet(added)
    return [...gone, ...added.flatMap((seq, at) => [...this.overlays.put(seq, entries[at])])]
  }

  private async pendingSeqs(): Promise<Set<number>> {
    // One query per status: for several values at once, Dexie steps a cursor through thousands of entries.
    const queries = PENDING_STATUSES.map((status) => this.database.outbox.where('status').equals(status).primaryKeys())
    return new Set((await Promise.all(queries)).flat())
  }

  private async readSlice(scan: Scan<Item>) {
    const rows = await this.inTransaction((table) =>
      table.where(':id').above(scan.lastId).limit(ROWS_PER_SLICE).toArray(),
    )
    for (const row of rows) {
      const sortedItem = this.sortedItem(row.titleId, row)
      if (sortedItem) scan.items.set(row.titleId, sortedItem)
      scan.readIds.add(row.titleId)
      scan.lastId = row.titleId
    }
    if (rows.length === ROWS_PER_SLICE) return this.pause()
    // Rows that exist only in pending changes.
    for (const id of this.overlays.touchedIds()) {
      const sortedItem = scan.readIds.has(id) ? undefined : this.sortedItem(id, undefined)
      if (sortedItem) scan.items.set(id, sortedItem)
    }
    this.sorted = [...scan.items.values()].sort(bySortKey)
    this.scan = undefined
    this.complete = true
    this.hasPublished = true
    this.publish()
  }

  private async pause() {
    if (this.completeWaiters === 0) await idle()
  }

  private sortedItem(id: number, row: Row | undefined): SortedItem<Item> | undefined {
    const sortedItem = this.definition.show(id, mergeRow(row, this.overlays.overlaysOf(id)))
    return sortedItem && { ...sortedItem, item: this.definition.compact(sortedItem.item, this.pages) }
  }

  private table() {
    return this.database.table<Row, number>(this.definition.table)
  }

  private inTransaction<Result>(
    read: (table: ReturnType<LiveList<Row, Item>['table']>) => Promise<Result>,
  ): Promise<Result> {
    const table = this.table()
    const { outbox, meta } = this.database
    return this.database.transaction('r', table, outbox, meta, async () => read(table))
  }

  /** A new client id means that the database was wiped and created again: the rows in memory belong to the old one. */
  private async readHead() {
    const client = (await this.database.meta.get(CLIENT_ID))?.value
    this.loaded = await this.definition.pull.hasRun(this.database)
    if (this.client !== client && this.hasPublished) {
      this.clearItems()
      this.dirty.all = true
    }
    this.client = client
  }

  private publish() {
    const { userId } = this.database
    const items = this.sorted.map(({ item }) => item)
    this.notify({ userId, items, loaded: this.loaded, complete: this.complete })
  }

  private notify(state: typeof this.state) {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

const instances = new WeakMap<PersonalDatabase, Map<string, unknown>>()

/** Returns the list instance that all screens of this page share. */
export function liveListOf<Row extends { titleId: number }, Item>(
  definition: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): LiveList<Row, Item> {
  const ofDatabase = instances.get(database) ?? new Map<string, unknown>()
  instances.set(database, ofDatabase)
  const list = ofDatabase.get(definition.table) ?? new LiveList(definition, database)
  ofDatabase.set(definition.table, list)
  // Each definition has its own table, so the type follows from the table.
  return list as LiveList<Row, Item>
}

/** A scan of the table in progress: the ids read so far, the last of them, and the items found. */
interface Scan<Item> {
  lastId: number
  readIds: Set<number>
  items: Map<number, SortedItem<Item>>
}

function newScan<Item>(): Scan<Item> {
  return { lastId: -Infinity, readIds: new Set(), items: new Map() }
}

/** Keys that changed since they were last read. */
interface DirtyKeys {
  all: boolean
  /** the cursor or the client id may have changed */
  head: boolean
  rows: Set<number>
  seqs: Set<number>
}

function noDirtyKeys(): DirtyKeys {
  return { all: false, head: false, rows: new Set(), seqs: new Set() }
}
function allDirty(): DirtyKeys {
  return { ...noDirtyKeys(), all: true }
}
function isDirty({ all, head, rows, seqs }: DirtyKeys): boolean {
  return all || head || rows.size > 0 || seqs.size > 0
}

function idle(): Promise<void> {
  const { requestIdleCallback } = globalThis as { requestIdleCallback?: typeof window.requestIdleCallback }
  return new Promise((resolve) => {
    if (requestIdleCallback) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT })
    else setTimeout(resolve)
  })
}
