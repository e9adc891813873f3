import { bundle, runnable } from './bundle.ts'

type Engine = typeof import('./storageEngine.ts')

/** A connection as fake-indexeddb has it inside. */
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

/** Whatever events are dispatched to: a transaction, a request of one, or something else. */
type Target = Partial<RawTransaction> & { transaction?: RawTransaction | null }

/** What happens around every transaction of every process: here people die and disks are full. */
interface StorageHooks {
  /** Queues a task of the storage: one step of a transaction. */
  task(run: () => void): void
  /** Everything asked for has succeeded and nothing is durable yet. Answers an error's name to abort with. */
  beforeCommit(transaction: RawTransaction): string | undefined
  /** Durable, and nobody has heard of it yet. */
  committed(transaction: RawTransaction): void
  /** Whether whoever has this connection is dead: nothing that happens is heard by them. */
  isDeaf(connection: RawConnection): boolean
}

export interface Storage {
  hooks: StorageHooks
  newFactory(): IDBFactory & { _databases: Map<string, RawDatabase> }
  KeyRange: unknown
  forceClose(connection: RawConnection): void
}

/**
 * Real IndexedDB semantics with the boundaries laid open. Real browsers fail where fake-indexeddb does not: at the commit,
 * after every request of a transaction has succeeded (sync page, finding 2).
 */
export async function openStorage(): Promise<Storage> {
  const start = runnable<Engine>('storage.js', await bundle('tests/sync/storageEngine.ts'), [
    'globalThis',
    'setImmediate',
  ])
  const hooks: StorageHooks = {
    task() {
      throw new Error('no world')
    },
    beforeCommit: () => undefined,
    committed() {},
    isDeaf: () => false,
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
    const asked = this._requests.some(({ request }) => request.readyState !== 'done')
    if (asked || this._state === 'finished') return _start.call(this)
    const failure = hooks.beforeCommit(this)
    // Whoever died just now has taken this transaction along.
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
    if (!transaction || !hooks.isDeaf(transaction.db)) return dispatchEvent.call(this, event)
    // What opens a database is heard by the storage itself, which has to go on, and so is the end of a transaction.
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
