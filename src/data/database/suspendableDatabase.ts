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

/** The members of a request to open a database that Dexie uses. */
interface Opening {
  /** Where the upgrade runs. */
  frame?: Frame
  result?: IDBDatabase
  transaction?: IDBTransaction | null
  onblocked?(event: Event): void
  onerror?(event: { target: unknown }): void
  onsuccess?(event: Event): void
  onupgradeneeded?(event: Event): void
}

/** The members of a frame and its document that an upgrade uses. */
interface Frame {
  hidden: boolean
  contentWindow: { indexedDB: IDBFactory }
  remove(): void
}
interface FrameDocument {
  createElement(name: 'iframe'): Frame
  body: { appendChild(frame: Frame): unknown }
}

/**
 * The browser's databases, for one `Dexie`. Dexie cannot withdraw a request to open, and would take its late connection in
 * place of the one that it has opened since, which would then stay open and block deletion.
 */
class OpeningRequests implements IDBFactory {
  private readonly pending = new Set<Opening>()

  open(name: string, version?: number): IDBOpenDBRequest {
    const opening: Opening = {}
    this.pending.add(opening)
    this.start(opening, name, version).catch((error: unknown) => opening.onerror?.({ target: { error } }))
    return opening as IDBOpenDBRequest
  }

  /**
   * Creates and upgrades a database in a frame, which `withdraw` removes. Chromium (seen in 150) and WebKit (2.50) never end
   * an upgrade whose page went into the back/forward cache, so that every later opening would wait for it, also after
   * reloads (https://github.com/w3c/IndexedDB/issues/381). Both cancel the requests of a removed frame.
   */
  private async start(opening: Opening, name: string, version?: number) {
    // A worker has none, and never goes into the back/forward cache.
    const { document } = globalThis as { document?: FrameDocument }
    const isUpgrade = document && !(await isUpToDate(name, version))
    if (!this.pending.has(opening)) return
    const openIn = (window: { indexedDB: IDBFactory }) => this.relay(opening, window.indexedDB.open(name, version))
    if (!isUpgrade) return void openIn({ indexedDB })
    const frame = document.createElement('iframe')
    opening.frame = frame
    frame.hidden = true
    document.body.appendChild(frame)
    const request = openIn(frame.contentWindow)
    // Rows that are read through a connection of the frame would have the frame's prototypes.
    request.onsuccess = () => {
      request.result.close()
      frame.remove()
      openIn({ indexedDB })
    }
  }

  /** Passes the events of a request on to Dexie, unless it is withdrawn. */
  private relay(opening: Opening, request: IDBOpenDBRequest): IDBOpenDBRequest {
    request.onblocked = (event) => opening.onblocked?.(event)
    request.onupgradeneeded = (event) => {
      const { result, transaction } = request
      if (!this.pending.has(opening)) return transaction?.abort()
      Object.assign(opening, { result, transaction })
      opening.onupgradeneeded?.(event)
    }
    request.onsuccess = (event) => {
      if (!this.pending.delete(opening)) return request.result.close()
      opening.result = request.result
      opening.onsuccess?.(event)
    }
    request.onerror = (event) => {
      this.pending.delete(opening)
      opening.frame?.remove()
      opening.onerror?.(event as { target: unknown })
    }
    return request
  }

  /** Gives up the requests under way: what they open closes at once. */
  withdraw() {
    for (const { frame } of this.pending) frame?.remove()
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

/** Whether opening a database does not upgrade it. Firefox before 126 cannot tell, and needs no frame. */
async function isUpToDate(name: string, version = 0): Promise<boolean> {
  const known = await indexedDB.databases?.()
  return known?.some((one) => one.name === name && (one.version ?? 0) >= version) ?? true
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
