import type { Session } from '#data/database/session.ts'
import type { Floor } from './floor.ts'
import { Locks } from './locks.ts'
import { fetchOf } from './network.ts'
import type { RawConnection, Storage } from './storage.ts'
import type { World } from './world.ts'

/** The free names of the data floor's script that a process has as its own; everything else is the language. */
export const PROCESS_GLOBALS = [
  'globalThis',
  'self',
  'window',
  'indexedDB',
  'IDBKeyRange',
  'fetch',
  'navigator',
  'document',
  'location',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'AbortSignal',
  'BroadcastChannel',
  'cookieStore',
  'caches',
  'localStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'Math',
  'console',
  'crypto',
  'process',
  'Date',
]

/** Not `localhost`: there Dexie keeps long stacks, which takes as long again as all else. */
const PLACE = { protocol: 'http:', hostname: 'parde.test', host: 'parde.test', href: 'http://parde.test/' }

type Factory = ReturnType<Storage['newFactory']>
export type Kind = 'page' | 'tab' | 'worker'

const CRYPTO = {
  randomUUID: () => crypto.randomUUID(),
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
}

/** One browser on one machine: what its processes share and what outlives them. */
export class Device {
  readonly factory: Factory
  readonly locks: Locks
  readonly #jar = new Map<string, string>()
  readonly channels = new Set<{ process: Process; name: string; hear(data: unknown): void }>()
  /** ms that its clock is ahead of the truth */
  clockOff = 0
  /** moments at which its clock was set */
  clockChanges = 0
  hasLocks = true
  /** commits of readwrite transactions that still fail because the disk is full */
  fullFor = 0
  page: Process | undefined
  tab: Process | undefined
  worker: Process | undefined

  constructor(
    readonly world: World,
    readonly index: number,
  ) {
    this.factory = world.storage.newFactory()
    this.locks = new Locks((run) => world.time.task(run))
  }

  get clock() {
    return this.world.time.now + this.clockOff
  }

  /** Who is signed in, as it is written down. */
  get session(): Session | undefined {
    const meta = this.factory._databases.get('parde-device')?.rawObjectStores.get('meta')
    for (const { key, value } of meta?.records.values() ?? []) {
      if (key === 'session') return (value as { value: Session }).value
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

  /** The process of a kind, started if there is none. */
  living(kind: Kind): Process {
    const there = this[kind]
    if (there?.alive) {
      there.thaw()
      return there
    }
    const process = new Process(this, kind)
    this[kind] = process
    return process
  }
}

/** Whatever somebody under way has to say when it is done. */
export interface Doing<Result> {
  /** nothing while it goes on, and for ever when its process died */
  outcome: { ok: true; value: Result } | { ok: false; failure: unknown } | undefined
}

/**
 * A page or a worker: the data floor's real code with module state and globals of its own. Its death is like a kill by
 * the system: its transactions roll back, its locks are free, its requests go on without it, and nothing that its code
 * may still run into (catch, finally) gets through to the storage or the network.
 */
export class Process {
  alive = true
  readonly name: string
  readonly floor: Floor
  readonly #connections = new Set<RawConnection>()
  #drainer: ReturnType<Floor['startDrainer']> | undefined
  /** dies at so many boundaries from now */
  #fate: number | undefined

  constructor(
    readonly device: Device,
    readonly kind: Kind,
  ) {
    const { world } = device
    this.name = `${kind} ${device.index} of start ${world.starts++}`
    world.note(`${this.name} starts`)
    this.floor = world.startCode(this.#globals())
    this.floor.clock.now = () => device.clock
    if (kind !== 'worker') {
      this.#drainer = this.floor.startDrainer({ onWaiting() {} })
      void this.#drainer.wakeUp().catch((failure) => this.#loose(failure))
    }
  }

  /** Whatever would have come to a page that is put to sleep. */
  #asleep: (() => void)[] | undefined

  /** The browser puts the page to sleep: it is told, and from then on nothing comes to it any more. */
  freeze() {
    if (this.#asleep || !this.#drainer) return
    this.#drainer.pause()
    this.device.world.note(`${this.name} is put to sleep`)
    this.#asleep = []
  }

  /** Somebody looks at it again: all comes that would have come, and it is told. */
  thaw() {
    const missed = this.#asleep
    if (!missed) return
    this.#asleep = undefined
    for (const come of missed) this.device.world.time.task(come)
    void this.#drainer?.resume().catch((failure) => this.#loose(failure))
  }

  /** Something comes to this process from outside, now or when it is awake. */
  receive(come: () => void) {
    if (this.#asleep) this.#asleep.push(come)
    else come()
  }

  /** The person looks at the page again, or the network speaks up. */
  wakeUp() {
    void this.#drainer?.wakeUp().catch((failure) => this.#loose(failure))
  }

  #loose(failure: unknown) {
    if (this.alive) this.device.world.note(`${this.name}: ${String(failure)}`)
  }

  do<Result>(work: (floor: Floor) => Promise<Result>): Doing<Result> {
    const doing: Doing<Result> = { outcome: undefined }
    work(this.floor).then(
      (value) => {
        if (this.alive) doing.outcome = { ok: true, value }
      },
      (failure) => {
        if (this.alive) doing.outcome = { ok: false, failure }
      },
    )
    return doing
  }

  dieAt(boundary: number) {
    this.#fate = boundary
  }
  spare() {
    this.#fate = undefined
  }

  /** At a boundary: false when this process is dead, or dies here. */
  lives(where: string): boolean {
    if (!this.alive) return false
    if (this.#fate === undefined || this.#fate-- > 0) return true
    this.device.world.tally.fault(`killed ${where.replace(/ in .*/, '')}`)
    this.device.world.tally.counts.kills += 1
    this.die(where)
    return false
  }

  die(where: string) {
    if (!this.alive) return
    const { world, locks, channels } = this.device
    world.note(`${this.name} dies ${where}`)
    this.alive = false
    for (const connection of this.#connections) {
      for (const transaction of connection._rawDatabase.transactions) {
        if (transaction.db === connection && transaction._state !== 'finished') transaction._abort(null)
      }
      connection.close()
    }
    for (const channel of channels) if (channel.process === this) channels.delete(channel)
    for (const flight of world.flights) if (flight.process === this) flight.answer = undefined
    locks.release(this)
  }

  /** The browser takes the connections away (storage trouble, eviction). */
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
          if (timers.delete(id) && this.alive) run(...args)
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
        if (!timers.has(id) || !this.alive) return
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
    const own = {
      globalThis: global,
      self: global,
      window: isPage ? global : undefined,
      indexedDB: this.#indexedDB(),
      IDBKeyRange: world.storage.KeyRange,
      fetch: fetchOf(this),
      navigator: {
        userAgent: '',
        onLine: true,
        ...(device.hasLocks ? { locks: device.locks.of(this) } : {}),
      },
      document: isPage ? this.#document() : undefined,
      location: PLACE,
      setTimeout: setTimer,
      clearTimeout: clearTimer,
      setInterval: setRepeating,
      clearInterval: clearTimer,
      // Dexie speaks of every connection that was lost: here that is what is wanted.
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
                .find((one) => one.startsWith(`${name}=`))
              return pair === undefined ? null : { value: pair.slice(name.length + 1) }
            },
          },
      caches: undefined,
      localStorage: undefined,
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent() {},
      // Dexie hashes something at its start, on another thread, and throws the hash away.
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

  #document() {
    const { device } = this
    return {
      get cookie() {
        return device.cookies()
      },
      set cookie(line: string) {
        device.takeCookies(line)
      },
      querySelector: () => null,
      addEventListener() {},
      visibilityState: 'visible',
    }
  }

  #indexedDB() {
    const { factory, world } = this.device
    const never = () => ({ addEventListener() {}, removeEventListener() {} })
    return {
      cmp: (one: unknown, other: unknown) => factory.cmp(one, other),
      databases: () => (this.alive ? factory.databases() : new Promise(() => undefined)),
      open: (name: string, version?: number) => {
        if (!this.alive) return never()
        const request = factory.open(name, version)
        const connected = () => {
          const connection = request.result as unknown as RawConnection
          // Opened after its death: nobody is there to use it.
          if (!this.alive) return connection.close()
          this.#connections.add(connection)
          world.owners.set(connection, this)
        }
        request.addEventListener('upgradeneeded', connected)
        request.addEventListener('success', connected)
        return request
      },
      deleteDatabase: (name: string) => {
        if (!this.alive) return never()
        const request = factory.deleteDatabase(name)
        request.addEventListener('success', () => this.device.world.ledger.wiped(this.device, name))
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
      readonly #end: { process: Process; name: string; hear(data: unknown): void }
      constructor(readonly name: string) {
        this.#end = {
          process: owner,
          name,
          hear: (data) => {
            this.onmessage?.({ data })
            for (const listener of this.#listeners) listener({ data })
          },
        }
        channels.add(this.#end)
      }
      postMessage(message: unknown) {
        if (!owner.alive) return
        const data = structuredClone(message)
        for (const end of channels) {
          if (end === this.#end || end.name !== this.name) continue
          world.time.task(() => {
            end.process.receive(() => {
              if (end.process.alive) end.hear(data)
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
