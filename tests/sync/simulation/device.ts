import type { Session } from '#data/database/session.ts'
import type { DataLayer } from './dataLayer.ts'
import { fetchOf } from './network.ts'
import { CRYPTO, LOCATION } from './processGlobals.ts'
import type { RawConnection, Storage } from './storage.ts'
import { WebLocks } from './webLocks.ts'
import type { World } from './world.ts'

type Factory = ReturnType<Storage['newFactory']>
export type ProcessKind = 'page' | 'tab' | 'worker'

/** One browser on one machine: the state that its processes share and that survives them. */
export class Device {
  readonly factory: Factory
  readonly locks: WebLocks
  readonly #jar = new Map<string, string>()
  readonly channels = new Set<{ process: Process; name: string; deliver(data: unknown): void }>()
  /** ms that the device's clock is ahead of true time */
  clockOffset = 0
  /** how often the device's clock was set */
  clockChanges = 0
  hasLocks = true
  /** how many of the next readwrite commits fail with a full disk */
  failingCommits = 0
  page: Process | undefined
  tab: Process | undefined
  worker: Process | undefined

  constructor(
    readonly world: World,
    readonly index: number,
  ) {
    this.factory = world.storage.newFactory()
    this.locks = new WebLocks((run) => world.time.task(run))
  }

  get clock() {
    return this.world.time.now + this.clockOffset
  }

  /** The session as stored in the device's database. */
  get session(): Session | undefined {
    return this.#stored('session') as Session | undefined
  }
  /** The limit for downloads as stored in the device's database, in bytes. */
  get downloadLimit(): number | undefined {
    return this.#stored('downloadLimit') as number | undefined
  }
  #stored(name: string): unknown {
    const meta = this.factory._databases.get('parde-device')?.rawObjectStores.get('meta')
    for (const { key, value } of meta?.records.values() ?? []) {
      if (key === name) return (value as { value: unknown }).value
    }
    return undefined
  }

  cookies() {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  takeCookies(line: string | undefined) {
    if (!line) return
    const [pair = '', ...rest] = line.split('; ')
    const at = pair.indexOf('=')
    if (rest.some((part) => part === 'Max-Age=0')) this.#jar.delete(pair.slice(0, at))
    else this.#jar.set(pair.slice(0, at), pair.slice(at + 1))
  }

  /** The running process of a kind; starts one if there is none, and resumes a frozen one. */
  ensureProcess(kind: ProcessKind): Process {
    const running = this[kind]
    if (running?.isAlive) {
      running.resume()
      return running
    }
    const process = new Process(this, kind)
    this[kind] = process
    return process
  }
}

/** A call into a process, which may never settle. */
export interface PendingCall<Result> {
  /** undefined while the call runs, and for ever if its process was killed */
  outcome: { ok: true; value: Result } | { ok: false; failure: unknown } | undefined
}

/**
 * A page or a worker: the real data layer with its own module state and globals. A kill acts like one by the operating
 * system: transactions roll back, locks are released, sent requests still reach the server. Handlers that still run
 * afterwards (`catch`, `finally`) can touch neither storage nor network.
 */
export class Process {
  isAlive = true
  readonly name: string
  readonly dataLayer: DataLayer
  readonly #connections = new Set<RawConnection>()
  #drainer: ReturnType<DataLayer['startDrainer']> | undefined
  /** boundaries left until the scheduled kill */
  #boundariesLeft: number | undefined

  constructor(
    readonly device: Device,
    readonly kind: ProcessKind,
  ) {
    const { world } = device
    this.name = `${kind} ${device.index} of start ${world.starts++}`
    world.note(`${this.name} starts`)
    this.dataLayer = world.loadDataLayer(this.#globals())
    this.dataLayer.clock.now = () => device.clock
    if (kind !== 'worker') {
      this.#drainer = this.dataLayer.startDrainer({ onWaiting() {} })
      void this.#drainer.wakeUp().catch((failure) => this.#noteFailure(failure))
    }
  }

  /** Timers, messages and answers that arrived while the page was frozen; undefined while it runs. */
  #heldBack: (() => void)[] | undefined

  /** Freezes the page like a browser does: notifies its drainer, then delivers no events until `resume`. */
  freeze() {
    if (this.#heldBack || !this.#drainer) return
    this.#drainer.pause()
    this.device.world.note(`${this.name} is frozen`)
    this.#heldBack = []
  }

  /** Delivers all events held back since `freeze` and notifies the drainer. */
  resume() {
    const heldBack = this.#heldBack
    if (!heldBack) return
    this.#heldBack = undefined
    for (const deliver of heldBack) this.device.world.time.task(deliver)
    void this.#drainer?.resume().catch((failure) => this.#noteFailure(failure))
  }

  /** Delivers an event from outside, or holds it back while the page is frozen. */
  receive(deliver: () => void) {
    if (this.#heldBack) this.#heldBack.push(deliver)
    else deliver()
  }

  /** Triggers a drain, as a visible page or a restored network does. */
  wakeUp() {
    void this.#drainer?.wakeUp().catch((failure) => this.#noteFailure(failure))
  }

  #noteFailure(failure: unknown) {
    if (this.isAlive) this.device.world.note(`${this.name}: ${String(failure)}`)
  }

  /** Starts work with this process's data layer. The outcome is dropped if the process is killed first. */
  start<Result>(work: (dataLayer: DataLayer) => Promise<Result>): PendingCall<Result> {
    const call: PendingCall<Result> = { outcome: undefined }
    work(this.dataLayer).then(
      (value) => {
        if (this.isAlive) call.outcome = { ok: true, value }
      },
      (failure) => {
        if (this.isAlive) call.outcome = { ok: false, failure }
      },
    )
    return call
  }

  /** Schedules a kill after so many transaction and network boundaries. */
  killAfter(boundaries: number) {
    this.#boundariesLeft = boundaries
  }
  cancelKill() {
    this.#boundariesLeft = undefined
  }

  /** Called at each boundary. False if the process is dead or its scheduled kill happens here. */
  survives(where: string): boolean {
    if (!this.isAlive) return false
    if (this.#boundariesLeft === undefined || this.#boundariesLeft-- > 0) return true
    this.device.world.tally.fault(`killed ${where.replace(/ in .*/, '')}`)
    this.device.world.tally.counts.kills += 1
    this.kill(where)
    return false
  }

  kill(where: string) {
    if (!this.isAlive) return
    const { world, locks, channels } = this.device
    world.note(`${this.name} is killed ${where}`)
    this.isAlive = false
    for (const connection of this.#connections) {
      for (const transaction of connection._rawDatabase.transactions) {
        if (transaction.db === connection && transaction._state !== 'finished') transaction._abort(null)
      }
      connection.close()
    }
    for (const channel of channels) if (channel.process === this) channels.delete(channel)
    for (const request of world.inFlight) if (request.process === this) request.answer = undefined
    locks.release(this)
  }

  /** Force-closes all IndexedDB connections, as browsers do on storage errors and eviction. */
  loseConnections() {
    for (const connection of this.#connections) {
      if (connection._closePending) continue
      for (const transaction of connection._rawDatabase.transactions) {
        if (transaction.db === connection && transaction._state !== 'finished') transaction._abort('AbortError')
      }
      this.device.world.storage.forceClose(connection)
    }
    this.#connections.clear()
  }

  #globals(): Record<string, unknown> {
    const { device } = this
    const { world } = device
    const isPage = this.kind !== 'worker'
    const global: Record<string, unknown> = Object.create(globalThis)
    const timers = new Map<number, () => void>()
    let timerIds = 0
    const setTimer = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const id = ++timerIds
      const ring = () => {
        this.receive(() => {
          if (timers.delete(id) && this.isAlive) run(...args)
        })
      }
      if (ms <= 0) {
        timers.set(id, () => undefined)
        world.time.task(ring)
      } else timers.set(id, world.time.timer(ring, Math.max(1, ms)))
      return id
    }
    const setRepeating = (run: () => void, ms: number) => {
      const id = ++timerIds
      const ring = () => {
        if (!timers.has(id) || !this.isAlive) return
        timers.set(id, world.time.timer(ring, Math.max(1, ms)))
        run()
      }
      timers.set(id, world.time.timer(ring, Math.max(1, ms)))
      return id
    }
    const clearTimer = (id: number) => {
      timers.get(id)?.()
      timers.delete(id)
    }
    const indexedDB = this.#indexedDB()
    const own = {
      globalThis: global,
      self: global,
      window: isPage ? global : undefined,
      indexedDB,
      IDBKeyRange: world.storage.KeyRange,
      fetch: fetchOf(this),
      navigator: {
        userAgent: '',
        onLine: true,
        ...(device.hasLocks ? { locks: device.locks.of(this) } : {}),
      },
      document: isPage ? this.#document(indexedDB) : undefined,
      location: LOCATION,
      setTimeout: setTimer,
      clearTimeout: clearTimer,
      setInterval: setRepeating,
      clearInterval: clearTimer,
      // Dexie warns about each lost connection, and the model loses connections on purpose.
      console: { ...console, warn() {}, info() {}, debug() {} },
      setImmediate: undefined,
      AbortSignal: {
        timeout(ms: number) {
          const controller = new AbortController()
          setTimer(() => controller.abort(new DOMException('timeout', 'TimeoutError')), ms)
          return controller.signal
        },
        any: (signals: AbortSignal[]) => AbortSignal.any(signals),
      },
      BroadcastChannel: this.#broadcastChannel(),
      cookieStore: isPage
        ? undefined
        : {
            get: async (name: string) => {
              const pair = device
                .cookies()
                .split('; ')
                .find((cookie) => cookie.startsWith(`${name}=`))
              return pair === undefined ? null : { value: pair.slice(name.length + 1) }
            },
          },
      caches: undefined,
      localStorage: undefined,
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent() {},
      // Dexie computes a hash at start-up on another thread and discards it. A real digest would break determinism.
      crypto: { ...CRYPTO, subtle: { digest: async () => new ArrayBuffer(0) } },
      Math: Object.create(Math, { random: { value: () => world.random() } }),
      process: undefined,
      Date,
    }
    for (const [name, value] of Object.entries({ ...own, Promise, Headers })) {
      Object.defineProperty(global, name, { value, writable: true, configurable: true })
    }
    return own
  }

  #document(indexedDB: object) {
    const { device } = this
    return {
      get cookie() {
        return device.cookies()
      },
      set cookie(line: string) {
        device.takeCookies(line)
      },
      querySelector: () => null,
      // Frames, in which databases are upgraded.
      createElement: () => ({ contentWindow: { indexedDB }, remove() {} }),
      body: { appendChild() {} },
      addEventListener() {},
      visibilityState: 'visible',
    }
  }

  #indexedDB() {
    const { factory, world } = this.device
    const never = () => ({ addEventListener() {}, removeEventListener() {} })
    return {
      cmp: (one: unknown, other: unknown) => factory.cmp(one, other),
      databases: () => (this.isAlive ? factory.databases() : new Promise(() => undefined)),
      open: (name: string, version?: number) => {
        if (!this.isAlive) return never()
        const request = factory.open(name, version)
        const connected = () => {
          const connection = request.result as unknown as RawConnection
          // The process was killed while the database opened.
          if (!this.isAlive) return connection.close()
          this.#connections.add(connection)
          world.owners.set(connection, this)
        }
        request.addEventListener('upgradeneeded', connected)
        request.addEventListener('success', connected)
        return request
      },
      deleteDatabase: (name: string) => {
        if (!this.isAlive) return never()
        const request = factory.deleteDatabase(name)
        request.addEventListener('success', () => this.device.world.checker.databaseDeleted(this.device, name))
        return request
      },
    }
  }

  #broadcastChannel() {
    const { device } = this
    const { world, channels } = device
    const owner = this
    return class {
      onmessage: ((event: { data: unknown }) => void) | null = null
      readonly #listeners = new Set<(event: { data: unknown }) => void>()
      readonly #end: { process: Process; name: string; deliver(data: unknown): void }
      constructor(readonly name: string) {
        this.#end = {
          process: owner,
          name,
          deliver: (data) => {
            this.onmessage?.({ data })
            for (const listener of this.#listeners) listener({ data })
          },
        }
        channels.add(this.#end)
      }
      postMessage(message: unknown) {
        if (!owner.isAlive) return
        const data = structuredClone(message)
        for (const end of channels) {
          if (end === this.#end || end.name !== this.name) continue
          world.time.task(() => {
            end.process.receive(() => {
              if (end.process.isAlive) end.deliver(data)
            })
          })
        }
      }
      addEventListener(_: string, listener: (event: { data: unknown }) => void) {
        this.#listeners.add(listener)
      }
      close() {
        channels.delete(this.#end)
      }
    }
  }
}
