import { bundle, runnable } from './bundle.ts'

type Engine = typeof import('./fakeIndexedDb.ts')

/** Internals of a fake-indexeddb connection. */
export interface RawConnection {
  name: string
  close(): void
  _closePending: boolean
  _rawDatabase: RawDatabase
}
interface RawDatabase {
  name: string
  rawObjectStores: Map<string, { records: { values(): Iterable<{ key: unknown; value: unknown }> } }>
  transactions: RawTransaction[]
}
export interface RawTransaction {
  mode: 'readonly' | 'readwrite' | 'versionchange'
  db: RawConnection
  _scope: Set<string>
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  _started: boolean
  _requests: { request: { readyState: string } }[]
  _abort(name: string | null): void
}

/** An event target of fake-indexeddb: a transaction, one of its requests, or neither. */
type Target = Partial<RawTransaction> & { transaction?: RawTransaction | null }

/** Hooks around each transaction of each process. They inject kills and full disks. */
interface StorageHooks {
  /** Queues one step of a transaction as a task. */
  task(run: () => void): void
  /** Called when all requests of a transaction have succeeded and none is durable yet. Returns an error name to abort with. */
  beforeCommit(transaction: RawTransaction): string | undefined
  /** Called when a transaction is durable, before its `complete` event. */
  committed(transaction: RawTransaction): void
  /** Whether the connection's process was killed; it then receives no events. */
  isDead(connection: RawConnection): boolean
}

export interface Storage {
  hooks: StorageHooks
  newFactory(): IDBFactory & { _databases: Map<string, RawDatabase> }
  KeyRange: unknown
  forceClose(connection: RawConnection): void
}

/**
 * fake-indexeddb with hooks at the transaction boundaries. Real browsers can fail where fake-indexeddb never does: at the
 * commit, after all requests of the transaction have succeeded (docs/sync.md#quota).
 */
export async function openStorage(): Promise<Storage> {
  const start = runnable<Engine>('storage.js', await bundle('tests/sync/simulation/fakeIndexedDb.ts'), [
    'globalThis',
    'setImmediate',
  ])
  const hooks: StorageHooks = {
    task() {
      throw new Error('no world has set its hooks')
    },
    beforeCommit: () => undefined,
    committed() {},
    isDead: () => false,
  }
  const task = (run: () => void) => hooks.task(run)
  const engine = start({
    globalThis: Object.create(globalThis, { setImmediate: { value: task } }),
    setImmediate: task,
  })
  const transactions = engine.IDBTransaction.prototype as unknown as {
    _start(this: RawTransaction): void
    _markFinished(this: RawTransaction): void
  }
  const { _start, _markFinished } = transactions
  let committing: RawTransaction | undefined
  transactions._start = function () {
    const hasOpenRequests = this._requests.some(({ request }) => request.readyState !== 'done')
    if (hasOpenRequests || this._state === 'finished') return _start.call(this)
    const failure = hooks.beforeCommit(this)
    // The hook may have killed the process, which aborted this transaction.
    if ((this._state as string) === 'finished') return
    if (failure !== undefined) return this._abort(failure)
    committing = this
    _start.call(this)
    committing = undefined
  }
  transactions._markFinished = function () {
    _markFinished.call(this)
    if (committing === this) hooks.committed(this)
  }
  const targets = Object.getPrototypeOf(transactions) as { dispatchEvent(this: Target, event: object): boolean }
  const { dispatchEvent } = targets
  targets.dispatchEvent = function (event) {
    const transaction = this._scope ? (this as RawTransaction) : this.transaction
    if (!transaction || !hooks.isDead(transaction.db)) return dispatchEvent.call(this, event)
    // fake-indexeddb itself needs the events of upgrades and of a transaction's end.
    if (transaction.mode !== 'versionchange' && transaction !== this) return true
    if (transaction === this) Object.assign(this, { onabort: null, oncomplete: null, onerror: null })
    return dispatchEvent.call(this, event)
  }
  return {
    hooks,
    newFactory: () => new engine.IDBFactory() as unknown as ReturnType<Storage['newFactory']>,
    KeyRange: engine.IDBKeyRange,
    forceClose(connection) {
      engine.forceCloseDatabase(connection as never)
    },
  }
}
