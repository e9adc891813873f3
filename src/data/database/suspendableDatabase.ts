import { type DBCore, type DBCoreTable, Dexie, type DexieOptions, type PromiseExtended, RangeSet } from 'dexie'
import { errorName } from '#data/platform/errorName.ts'
import type { DatabaseName } from '#data/platform/inventory.ts'
import { interruptions } from './interruptions.ts'
import { freePictureSpace } from './pictureCache.ts'
import { clearStorageProblems, setStorageProblem } from './storageHealth.ts'

/**
 * A transaction without a step for this long counts as stuck, in ms, which a banner says. After `RECOVERY` the connection
 * is replaced. The slowest step measured on a phone (500 rows in one call) takes under a second.
 */
export const stuckTiming = { notice: 5_000, recovery: 15_000, every: 1_000 }

/**
 * A database that has no transaction under way while its page is hidden for good or frozen (docs/sync.md#freeze).
 * WebKit keeps the locks of a transaction whose page went into the back/forward cache, so that every later transaction
 * on its tables waits, in every page and after reloads. A connection whose transactions are stuck is replaced.
 */
export class SuspendableDatabase extends Dexie {
  /** When each running transaction took its last step, by `performance.now()`. */
  private readonly running = new Map<IDBTransaction, number>()
  /** Calls of `open` under way, whose upgrade is a transaction too. */
  private opening = 0
  /** Whether `interrupt` has cancelled the opening under way. */
  private isCancelled = false
  /** Whether the last opening found no space. */
  private isFull = false
  private readonly openingRequests: OpeningRequests
  private watch: ReturnType<typeof setInterval> | undefined

  constructor(name: DatabaseName, options?: DexieOptions) {
    const openingRequests = new OpeningRequests()
    super(name, { ...options, indexedDB: openingRequests })
    this.openingRequests = openingRequests
    this.use({ stack: 'dbcore', name: 'suspension', create: (core) => this.watched(core) })
    suspension.databases.add(this)
  }

  /** Whether a transaction is under way in this page. */
  get isBusy(): boolean {
    return this.running.size > 0
  }

  /** Waits while the page is suspended: no transaction can begin without an open connection. */
  override open(): PromiseExtended<Dexie> {
    const { resumed } = suspension
    return resumed ? Dexie.Promise.resolve(resumed).then(() => this.open()) : this.openNow()
  }

  /** `freesSpace`: an opening that finds no space deletes the pictures and tries once more. */
  private openNow({ freesSpace = true } = {}): PromiseExtended<Dexie> {
    this.opening += 1
    return super
      .open()
      .finally(() => {
        this.opening -= 1
      })
      .catch((failure: unknown) => {
        if (this.isCancelled) {
          this.isCancelled = false
          // Enables opening on use again.
          this.close({ disableAutoOpen: false })
          return this.open()
        }
        if (errorName(failure) !== 'QuotaExceededError') throw failure
        if (freesSpace) return this.openWithFreedSpace()
        this.isFull = true
        setStorageProblem('unsaved')
        throw failure
      })
      .then((opened) => {
        if (this.isFull) clearStorageProblems('unsaved')
        this.isFull = false
        return opened
      })
  }

  /** WebKit opens no database, not even an existing one, on a device without a free kilobyte. */
  private async openWithFreedSpace(): Promise<Dexie> {
    await freePictureSpace()
    const opened = await this.openNow({ freesSpace: false })
    // Reads that waited for the first opening have failed.
    requery()
    return opened
  }

  /**
   * Aborts what is under way and closes the connection. The next use opens a new one. `shown`: settles when the page is
   * back. Connections of aborted transactions close then, since WebKit sends no events for the transactions of a
   * connection that was closed while they were aborted and its page was put away: what waits for them would wait
   * forever.
   */
  interrupt(shown?: Promise<void>) {
    for (const transaction of this.running.keys()) {
      if (shown) deferClose(transaction.db, shown)
      abort(transaction)
    }
    interruptions.count += 1
    this.forgetRunning()
    this.isCancelled = this.opening > 0
    if (this.isCancelled) this.openingRequests.withdraw()
    // Dexie cancels an opening, and aborts its upgrade, only in a close that disables opening on use.
    if (this.isCancelled || this.isOpen()) this.close({ disableAutoOpen: this.isCancelled })
  }

  private forgetRunning() {
    this.running.clear()
    clearInterval(this.watch)
    this.watch = undefined
  }

  private watched(core: DBCore): DBCore {
    return {
      ...core,
      transaction: (...args) => {
        const transaction = core.transaction(...args) as IDBTransaction
        this.step(transaction)
        const end = () => this.ended(transaction)
        transaction.addEventListener('complete', end)
        transaction.addEventListener('abort', end)
        return transaction
      },
      table: (name) => this.watchedTable(core.table(name)),
    }
  }

  private watchedTable(table: DBCoreTable): DBCoreTable {
    const stepping =
      <Request extends { trans: object }, Answer>(ask: (request: Request) => Answer) =>
      (request: Request) => {
        const transaction = request.trans as IDBTransaction
        if (this.running.has(transaction)) this.step(transaction)
        return ask(request)
      }
    return {
      ...table,
      mutate: stepping((request) => table.mutate(request)),
      get: stepping((request) => table.get(request)),
      getMany: stepping((request) => table.getMany(request)),
      query: stepping((request) => table.query(request)),
      openCursor: stepping((request) => table.openCursor(request)),
      count: stepping((request) => table.count(request)),
    }
  }

  private step(transaction: IDBTransaction) {
    this.running.set(transaction, performance.now())
    this.watch ??= setInterval(() => this.check(), stuckTiming.every)
  }

  private ended(transaction: IDBTransaction) {
    this.running.delete(transaction)
    if (this.isBusy) return
    this.forgetRunning()
    clearStorageProblems('stuck')
  }

  private check() {
    const idle = performance.now() - Math.max(...this.running.values())
    if (idle > stuckTiming.notice) setStorageProblem('stuck')
    if (idle < stuckTiming.recovery) return
    this.interrupt()
    requery()
  }
}

/**
 * The browser's databases, for one `Dexie`. Dexie cannot withdraw a request to open, and would take its late connection in
 * place of the one that it has opened since, which would then stay open and block deletion.
 */
class OpeningRequests implements IDBFactory {
  private readonly pending = new Set<IDBOpenDBRequest>()

  open(name: string, version?: number): IDBOpenDBRequest {
    const request = indexedDB.open(name, version)
    evictSuspendedOpeners(request)
    this.pending.add(request)
    const whenWithdrawn = (event: Event, end: () => void) => {
      if (this.pending.has(request)) return
      // Before Dexie's listeners, which are added later.
      event.stopImmediatePropagation()
      end()
    }
    request.addEventListener('upgradeneeded', (event) => whenWithdrawn(event, () => request.transaction?.abort()))
    request.addEventListener('success', (event) => {
      whenWithdrawn(event, () => request.result.close())
      this.pending.delete(request)
    })
    request.addEventListener('error', () => this.pending.delete(request))
    return request
  }

  /** Gives up the requests under way: what they open closes at once. */
  withdraw() {
    this.pending.clear()
  }

  deleteDatabase(name: string): IDBOpenDBRequest {
    return indexedDB.deleteDatabase(name)
  }

  databases(): Promise<IDBDatabaseInfo[]> {
    return indexedDB.databases()
  }

  cmp(first: unknown, second: unknown): number {
    return indexedDB.cmp(first, second)
  }
}

/** How often a page that waits for its database calls, in ms. */
const CALL_INTERVAL = 1_000

/**
 * Evicts the pages that went into the back/forward cache while they were opening a database. Chromium (seen in 150)
 * never ends the upgrade of such a page, so every later opening would wait for it, also after reloads
 * (https://github.com/w3c/IndexedDB/issues/381). It evicts a cached page whose open channel gets a message.
 */
function evictSuspendedOpeners(request: IDBOpenDBRequest) {
  const channel = new BroadcastChannel('parde-opening')
  const callOthers = () => channel.postMessage(null)
  callOthers()
  const calling = setInterval(callOthers, CALL_INTERVAL)
  const end = () => {
    clearInterval(calling)
    channel.close()
  }
  request.addEventListener('success', end)
  request.addEventListener('error', end)
}

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch (failure) {
    // InvalidStateError: it is committing, which needs no page.
    if (!(failure instanceof DOMException && failure.name === 'InvalidStateError')) throw failure
  }
}

/** Lets `close` of a connection take effect later. */
function deferClose(connection: IDBDatabase, until: Promise<void>) {
  connection.close = () => undefined
  void until.then(() => IDBDatabase.prototype.close.call(connection))
}

/** Runs every live query again, as Dexie does for a page that returns from the back/forward cache. */
function requery() {
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) })
}

const suspension = createSuspension()

/** Suspends the databases of this page while it is in the back/forward cache or frozen. A worker is never suspended. */
function createSuspension() {
  const databases = new Set<SuspendableDatabase>()
  const state: { databases: typeof databases; resumed: Promise<void> | undefined } = { databases, resumed: undefined }
  let resume: (() => void) | undefined

  /** `isFrozen`: the page stays loaded and would block an upgrade in another tab, so its connections close at once. */
  function suspend({ isFrozen }: { isFrozen: boolean }) {
    state.resumed ??= new Promise((done) => {
      resume = () => {
        state.resumed = undefined
        resume = undefined
        done()
      }
    })
    for (const database of databases) database.interrupt(isFrozen ? undefined : state.resumed)
  }

  const { document } = globalThis as { document?: EventTarget }
  if (!document) return state
  const onHide = (event: Event & { persisted?: boolean }) => {
    // A page that is discarded instead ends its transactions itself.
    if (event.persisted) suspend({ isFrozen: false })
  }
  // Before Dexie's own listener, which closes the connections.
  addEventListener('pagehide', onHide, { capture: true })
  document.addEventListener('freeze', () => suspend({ isFrozen: true }))
  addEventListener('pageshow', () => resume?.())
  document.addEventListener('resume', () => {
    if (!resume) return
    resume()
    requery()
  })
  return state
}
