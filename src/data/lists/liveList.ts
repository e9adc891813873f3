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

/** So many are there at once: more than a window shows. */
const FIRST = 60
/** The rest comes by so many rows, each a few milliseconds. */
const SLICE = 250
/** Beyond so many changed rows the list is read again in slices: asking for each would take longer. */
const MANY = 500
/** A list that nobody looks at is kept ready for so long, in ms: whoever comes back finds it at once. */
const LINGER = 60_000
/** After trouble with the database it is looked at again by itself, in ms. */
const LOOK_AGAIN = 1_000
/** The next slice waits for the thread to be idle, and no longer than this, in ms. */
const IDLE_MAX = 100

/** `whole`: everything is in `items`, not only the newest. */
export interface LiveListState<Item> extends PersonalList<Item> {
  whole: boolean
}

/**
 * A list of any length in memory for as long as somebody looks at it. The newest are there at once and the rest soon; after
 * that a commit, of whichever tab, costs the reading of the rows it changed. What is shown of a row is of one committed
 * moment; once nothing is left to be read it equals `readWhole` (`tests/data/lists.live.test.ts`).
 */
export class LiveList<Row extends { titleId: number }, Item> {
  private readonly listeners = new Set<() => void>()
  private readonly overlay: PendingOverlays<Row>
  private state: LiveListState<Item> | 'trouble' | undefined
  private order: SortedItem<Item>[] = []
  private client: unknown
  private loaded = false
  /** What has been read of the whole: nothing when all of it has. */
  private rest: Rest<Item> | undefined
  private whole = false
  private isShown = false
  private dirt = allNew()
  private isRunning = false
  /** So many wait for the whole of it. */
  private waiting = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private unwatch: (() => void) | undefined

  constructor(
    private readonly listing: ListDefinition<Row, Item>,
    private readonly database: PersonalDatabase,
  ) {
    this.overlay = new PendingOverlays(listing, true)
  }

  /** What there is to show: nothing before the first look, `trouble` while the database does not open. */
  readonly look = () => this.state

  readonly subscribe = (listener: () => void) => {
    clearTimeout(this.timer)
    this.listeners.add(listener)
    this.unwatch ??= this.database.watchCommits((commit) => this.hear(commit))
    // The database may have been wiped meanwhile.
    this.dirt.head = true
    this.wake()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.forget(), LINGER)
    }
  }

  /** Until all of it is there, or nothing can be read: for a screen that must stand whole at once. Reads without a pause. */
  readonly untilWhole = () =>
    new Promise<void>((done) => {
      this.waiting += 1
      const look = () => {
        if (!this.whole && this.state !== 'trouble') return
        stop()
        this.waiting -= 1
        done()
      }
      const stop = this.subscribe(look)
      look()
    })

  private forget() {
    this.unwatch?.()
    this.unwatch = undefined
    this.forgetItems()
    this.state = undefined
    this.dirt = allNew()
  }

  private forgetItems() {
    this.order = []
    this.rest = undefined
    this.whole = false
    this.isShown = false
  }

  private hear(commit: Commit) {
    const { name } = this.database
    const rows = changedKeys(commit, name, this.listing.table)
    const seqs = changedKeys(commit, name, 'outbox')
    if (rows === 'many' || seqs === 'many') this.dirt.all = true
    else {
      for (const id of rows) this.dirt.rows.add(id)
      for (const seq of seqs) this.dirt.seqs.add(seq)
    }
    if (touchesTable(commit, name, 'meta')) this.dirt.head = true
    if (isDirty(this.dirt)) this.wake()
  }

  private wake(after = 0) {
    if (this.isRunning || this.listeners.size === 0) return
    clearTimeout(this.timer)
    // Outside of the transaction that was heard of, and once for all that came together.
    this.timer = setTimeout(() => void this.run(), after)
  }

  private async run() {
    if (this.isRunning) return
    this.isRunning = true
    let isWell = true
    try {
      while (this.listeners.size > 0) {
        if (this.dirt.all) await this.begin()
        else if (isDirty(this.dirt)) await this.catchUp()
        else if (this.rest) await this.readSlice(this.rest)
        else break
      }
    } catch (failure) {
      ignoring(...EXPECTED_ERRORS)(failure)
      isWell = false
      this.dirt = allNew()
      if (!this.isShown) this.tell('trouble')
    }
    this.isRunning = false
    if (!isWell) this.wake(LOOK_AGAIN)
  }

  /** From the beginning: the newest at once when nothing is shown yet; else what is shown stays until all has been read. */
  private async begin() {
    this.dirt = noDirt()
    const newest = await this.reading(async (table) => {
      await this.readHead()
      await this.overlay.read(this.database)
      return this.isShown ? undefined : await this.readNewest(table)
    })
    this.rest = wholeRest()
    if (newest === undefined) return
    this.order = newest.placed.sort(bySortKey)
    this.isShown = true
    if (newest.isAll) {
      this.rest = undefined
      this.whole = true
    }
    this.show()
    if (this.rest) await this.pause()
  }

  /** The newest rows, and of the rows that changes wait for beside them the last ones: none that is not on the list. */
  private async readNewest(table: ReturnType<LiveList<Row, Item>['table']>) {
    const rows = await table.orderBy(this.listing.index).reverse().limit(FIRST).toArray()
    const there = new Map<number, Row | undefined>(rows.map((row) => [row.titleId, row]))
    const touched = this.overlay.touched().filter((id) => !there.has(id))
    const last = touched.slice(-FIRST)
    const others = await table.bulkGet(last)
    for (const [at, id] of last.entries()) there.set(id, others[at])
    return {
      placed: [...there].flatMap(([id, row]) => this.placed(id, row) ?? []),
      isAll: rows.length < FIRST && touched.length === last.length,
    }
  }

  private async catchUp() {
    const { rows, seqs } = this.dirt
    const { loaded } = this
    this.dirt = noDirt()
    const changes = await this.reading(async (table) => {
      await this.readHead()
      const touched = new Set(rows)
      for (const id of await this.readSeqs([...seqs])) touched.add(id)
      if (touched.size > MANY) return undefined
      const ids = [...touched]
      const now = await table.bulkGet(ids)
      return new Map(ids.map((id, at) => [id, this.placed(id, now[at])]))
    })
    if (changes === undefined) {
      this.rest = wholeRest()
      return
    }
    this.order = mergeChanges(this.order, changes)
    for (const [id, placed] of this.rest ? changes : []) {
      this.rest?.seen.add(id)
      if (placed) this.rest?.found.set(id, placed)
      else this.rest?.found.delete(id)
    }
    if (this.isShown && (changes.size > 0 || this.loaded !== loaded)) this.show()
  }

  /** Answers which rows look different. Of what is known to wait only that can have changed, and the keys say it. */
  private async readSeqs(seqs: number[]): Promise<number[]> {
    const { outbox } = this.database
    const known = seqs.filter((seq) => this.overlay.knows(seq))
    const fresh = seqs.filter((seq) => !this.overlay.knows(seq))
    const still = known.length > 0 ? await this.waitingSeqs() : new Set()
    const gone = known.filter((seq) => !still.has(seq)).flatMap((seq) => [...this.overlay.drop(seq)])
    const entries = await outbox.bulkGet(fresh)
    return [...gone, ...fresh.flatMap((seq, at) => [...this.overlay.put(seq, entries[at])])]
  }

  private async waitingSeqs(): Promise<Set<number>> {
    // Each by itself: of several at once Dexie asks by a cursor, a step for each of the thousands that may wait.
    const asked = PENDING_STATUSES.map((status) => this.database.outbox.where('status').equals(status).primaryKeys())
    return new Set((await Promise.all(asked)).flat())
  }

  private async readSlice(rest: Rest<Item>) {
    const rows = await this.reading((table) => table.where(':id').above(rest.after).limit(SLICE).toArray())
    for (const row of rows) {
      const placed = this.placed(row.titleId, row)
      if (placed) rest.found.set(row.titleId, placed)
      rest.seen.add(row.titleId)
      rest.after = row.titleId
    }
    if (rows.length === SLICE) return this.pause()
    // What waits for rows that are not there.
    for (const id of this.overlay.touched()) {
      const placed = rest.seen.has(id) ? undefined : this.placed(id, undefined)
      if (placed) rest.found.set(id, placed)
    }
    this.order = [...rest.found.values()].sort(bySortKey)
    this.rest = undefined
    this.whole = true
    this.isShown = true
    this.show()
  }

  private async pause() {
    if (this.waiting === 0) await idle()
  }

  private placed(id: number, row: Row | undefined): SortedItem<Item> | undefined {
    const placed = this.listing.show(id, mergeRow(row, this.overlay.overlaysOf(id)))
    return placed && { ...placed, item: this.listing.compact(placed.item) }
  }

  private table() {
    return this.database.table<Row, number>(this.listing.table)
  }

  private reading<Result>(look: (table: ReturnType<LiveList<Row, Item>['table']>) => Promise<Result>): Promise<Result> {
    const table = this.table()
    const { outbox, meta } = this.database
    return this.database.transaction('r', table, outbox, meta, async () => look(table))
  }

  /** Another client id is another database under the same name: nothing that was known is of it. */
  private async readHead() {
    const client = (await this.database.meta.get(CLIENT_ID))?.value
    this.loaded = await this.listing.pull.hasRun(this.database)
    if (this.client !== client && this.isShown) {
      this.forgetItems()
      this.dirt.all = true
    }
    this.client = client
  }

  private show() {
    const { userId } = this.database
    const items = this.order.map(({ item }) => item)
    this.tell({ userId, items, loaded: this.loaded, whole: this.whole })
  }

  private tell(state: typeof this.state) {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

const lists = new WeakMap<PersonalDatabase, Map<string, unknown>>()

/** The one that all screens of this page share. */
export function liveListOf<Row extends { titleId: number }, Item>(
  listing: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): LiveList<Row, Item> {
  const known = lists.get(database) ?? new Map<string, unknown>()
  lists.set(database, known)
  const list = known.get(listing.table) ?? new LiveList(listing, database)
  known.set(listing.table, list)
  // By its table it is of this listing: each has one of its own.
  return list as LiveList<Row, Item>
}

/** How much of the whole has been read: the rows up to `after`, which they were, and what is shown of them. */
interface Rest<Item> {
  after: number
  seen: Set<number>
  found: Map<number, SortedItem<Item>>
}

function wholeRest<Item>(): Rest<Item> {
  return { after: -Infinity, seen: new Set(), found: new Map() }
}

/** What has changed since it was read. */
interface Dirt {
  all: boolean
  /** the cursor or the client id may have */
  head: boolean
  rows: Set<number>
  seqs: Set<number>
}

function noDirt(): Dirt {
  return { all: false, head: false, rows: new Set(), seqs: new Set() }
}
function allNew(): Dirt {
  return { ...noDirt(), all: true }
}
function isDirty({ all, head, rows, seqs }: Dirt): boolean {
  return all || head || rows.size > 0 || seqs.size > 0
}

function idle(): Promise<void> {
  const { requestIdleCallback } = globalThis as { requestIdleCallback?: typeof window.requestIdleCallback }
  return new Promise((turn) => {
    if (requestIdleCallback) requestIdleCallback(() => turn(), { timeout: IDLE_MAX })
    else setTimeout(turn)
  })
}
