import type { Device } from './device.ts'
import { KINDS, type Kind, kindOfEntry, kindOfLane, type Value } from './kinds.ts'
import type { Answer, Flight } from './network.ts'
import type { RawTransaction } from './storage.ts'

/** An invariant of the sync page that does not hold. */
export class Broken extends Error {
  override name = 'Broken'
  constructor(
    readonly invariant: string,
    what: string,
  ) {
    super(`${invariant}: ${what}`)
  }
}

interface Entry {
  seq: number
  key: string
  userId: number
  kind: string
  entity: string
  payload: unknown
  createdAt: number
  attempts: number
  status: 'queued' | 'sending' | 'failed' | 'held'
}

/** One accepted wish, from its commit to its end. */
export interface Wish {
  key: string
  seq: number
  device: Device
  userId: number
  kind: Kind
  entity: string
  value: Value
  /** true time */
  tappedAt: number
  /** how often the device's clock had been set by then */
  clockChanges: number
  state: 'waiting' | 'failed' | 'held' | 'acknowledged' | 'superseded' | 'discarded' | 'retried'
  /** the server carried it out */
  effects: number
  /** a sending of it has left the device */
  left: number
  /** the server has had it under some result */
  reached: boolean
  /** statuses the device was told */
  heard: number[]
  /** highest version the device was told with it */
  version: number
  /** superseded by a wish that changed nothing, and so by no entry */
  isUndone: boolean
}

/** A tap on its way. */
export interface TapWatch {
  device: Device
  kind: Kind
  entity: string
  value: Value
  isUnderWay(): boolean
  /** what it wishes was what a commit left behind, meanwhile */
  stood: boolean
}

/** The committed state of one person's database on one device. */
interface Book {
  device: Device
  userId: number
  outbox: Map<number, Entry>
  tables: Map<string, Map<number, { version: number }>>
  cursors: Map<string, string>
}

const TABLES = [
  ...new Set(KINDS.filter(({ isPulled, timesThere }) => isPulled || !timesThere).map(({ table }) => table)),
]
/** Everybody has one notification, and one row of settings: known by that. */
const placeIn = (table: string, key: number) => (table === 'notifications' || table === 'settings' ? 0 : key)

/**
 * Watches every commit of every device and every answer of the server, and knows at each step where each accepted wish
 * is. It shares no code with what it watches.
 */
export class Ledger {
  readonly wishes = new Map<string, Wish>()
  readonly #books = new Map<string, Book>()
  readonly #applied = new Map<string, number>()
  readonly #arrivals: { client: string; wish: Wish; wishedAt: number }[] = []
  broken: Broken | undefined
  /** what a person is doing on a device right now: without it, an entry has no reason to come or go */
  readonly tapping = new Map<Device, Set<string>>()
  readonly discarding = new Map<Device, Set<number>>()
  /** who is signing out, and whether what waits is to stay */
  readonly leaving = new Map<Device, { keep: boolean }>()
  /** taps that nobody has looked at since */
  readonly taps = new Set<TapWatch>()
  readonly #resets = new Set<Device>()
  /** What a device heard in its turn: when a wish was last answered that its thing is not there, and when it last asked. */
  #moment = 0
  readonly #notFound = new Map<Wish, number>()
  readonly #asked = new Map<number, number>()
  readonly #known = new Map<Device, number>()

  constructor(readonly now: () => number) {}

  break(invariant: string, what: string) {
    this.broken ??= new Broken(invariant, what)
  }

  book(device: Device, userId: number): Book {
    const name = `${device.index}/${userId}`
    const kept = this.#books.get(name)
    if (kept) return kept
    const book: Book = { device, userId, outbox: new Map(), tables: new Map(), cursors: new Map() }
    this.#books.set(name, book)
    return book
  }

  /** What a person should see of a thing: the last waiting wish, else what the server last said. */
  view({ outbox, tables }: Pick<Book, 'outbox' | 'tables'>, kind: Kind, entity: string): Value {
    const row = tables.get(kind.table)?.get(kind.rowKey(idOf(entity)))
    if (kind.grows && !row) return kind.off
    const waiting = [...outbox.values()]
      .filter((entry) => entry.entity === entity && (entry.status === 'queued' || entry.status === 'sending'))
      .toSorted((one, other) => one.seq - other.seq)
      .at(-1)
    if (waiting) return kind.wishOf(waiting.payload, waiting.kind)
    return kind.shown(row)
  }

  /** Called at every commit, when the storage's content is exactly what is durable in the transaction's stores. */
  committed(device: Device, { db, _scope, mode }: RawTransaction) {
    const userId = Number(/^parde-user-(\d+)$/.exec(db.name)?.[1])
    if (mode !== 'readwrite' || !userId) return
    // fake-indexeddb deletes under a transaction that still runs, where a browser waits: its commit is nobody's.
    if (device.factory._databases.get(db.name) !== db._rawDatabase) return
    const book = this.book(device, userId)
    const rows = (store: string) =>
      [...(db._rawDatabase.rawObjectStores.get(store)?.records.values() ?? [])] as { key: number; value: unknown }[]
    const after: Book = { ...book, tables: new Map(book.tables) }
    if (_scope.has('outbox')) {
      after.outbox = new Map(rows('outbox').map(({ key, value }) => [key, structuredClone(value) as Entry]))
    }
    for (const table of TABLES) {
      if (!_scope.has(table)) continue
      after.tables.set(
        table,
        new Map(rows(table).map(({ key, value }) => [placeIn(table, key), { ...(value as { version: number }) }])),
      )
    }
    if (_scope.has('meta')) {
      const cursors = rows('meta') as unknown as { key: string; value: { value: string } }[]
      after.cursors = new Map(
        cursors.filter(({ key }) => key.startsWith('cursor:')).map(({ key, value }) => [key, value.value]),
      )
    }
    this.#compareBase(book, after)
    this.#compareOutbox(book, after)
    Object.assign(book, after)
    for (const tap of this.taps) {
      if (tap.device === device && tap.isUnderWay() && this.view(book, tap.kind, tap.entity) === tap.value)
        tap.stood = true
    }
  }

  #compareBase(before: Book, after: Book) {
    const { device } = before
    const isReset = this.#resets.has(device)
    let moved = false
    for (const [name, cursor] of after.cursors) {
      const old = before.cursors.get(name)
      if (old === cursor) continue
      moved = true
      // A server without `since` gives no cursor.
      if (old !== undefined && cursor !== '' && placeOf(cursor) < placeOf(old) && !isReset)
        this.break('I5', `cursor ${name} went back from ${old} to ${cursor} on device ${device.index}`)
    }
    for (const [table, rows] of before.tables) {
      const now = after.tables.get(table)
      for (const [key, row] of rows) {
        const there = now?.get(key)
        const wasGone = () =>
          [...this.wishes.values()].some(
            (wish) =>
              wish.device === device &&
              wish.kind.table === table &&
              wish.kind.rowKey(idOf(wish.entity)) === key &&
              wish.heard.some(isGone),
          )
        if (!there && !moved && !wasGone() && ![...after.cursors.values()].includes('') && !this.leaving.has(device))
          this.break('I5', `${table} lost row ${key} of version ${row.version} on device ${device.index}`)
        if (there && there.version < row.version && !isReset)
          this.break('I5', `${table} ${key} went back from ${row.version} to ${there.version}`)
      }
    }
    if (moved) this.#resets.delete(device)
  }

  #compareOutbox(before: Book, after: Book) {
    const { device } = before
    const added = [...after.outbox.values()].filter(({ seq }) => !before.outbox.has(seq))
    const removed = [...before.outbox.values()].filter(({ seq }) => !after.outbox.has(seq))
    for (const entry of added) this.#enter(device, entry, removed)
    for (const entry of removed) this.#leave(before, after, entry, added)
    for (const [seq, entry] of after.outbox) {
      const old = before.outbox.get(seq)
      if (!old) continue
      const wish = this.wishes.get(entry.key)
      if (wish) wish.state = entry.status === 'failed' || entry.status === 'held' ? entry.status : 'waiting'
    }
    const lanes = new Set([...before.outbox.values(), ...after.outbox.values()].map(({ entity }) => entity))
    for (const lane of lanes) {
      const kind = kindOfLane(lane)
      if (kind && !kind.timesThere) this.#compareView(before, after, kind, lane)
    }
  }

  #enter(device: Device, entry: Entry, removed: Entry[]) {
    const kind = kindOfEntry(entry)
    if (!kind) return
    const again = removed.find(
      (old) => old.entity === entry.entity && old.status === 'failed' && old.createdAt === entry.createdAt,
    )
    const old = again && this.wishes.get(again.key)
    const lane = kind.timesThere ? kind.entity(idOf(entry.entity)) : entry.entity
    if (!old && !this.tapping.get(device)?.has(lane))
      this.break('I12', `${entry.entity} got an entry that nobody wished on device ${device.index}`)
    if (old && old.key !== entry.key) old.state = 'retried'
    if (this.wishes.has(entry.key) && !(old && old.key === entry.key))
      this.break('I2', `two wishes have the key ${entry.key}`)
    this.wishes.set(entry.key, {
      key: entry.key,
      seq: entry.seq,
      device,
      userId: entry.userId,
      kind,
      entity: entry.entity,
      value: kind.wishOf(entry.payload, entry.kind),
      tappedAt: old?.tappedAt ?? this.now(),
      clockChanges: old?.clockChanges ?? device.clockChanges,
      state: 'waiting',
      effects: 0,
      left: 0,
      reached: false,
      heard: [],
      version: 0,
      isUndone: false,
      ...(old?.key === entry.key && {
        effects: old.effects,
        left: old.left,
        reached: old.reached,
        heard: old.heard,
        version: old.version,
      }),
    })
  }

  #leave(before: Book, after: Book, entry: Entry, added: Entry[]) {
    const wish = this.wishes.get(entry.key)
    if (!wish) return
    if (added.some(({ key }) => key === entry.key)) return
    if (wish.state === 'retried') return
    const { device } = before
    const tapped = this.tapping.get(device)?.has(entry.entity) === true
    const follower = added.find(({ entity }) => entity === entry.entity)
    if (tapped && follower && follower.seq > entry.seq) wish.state = 'superseded'
    else if (wish.heard.some((status) => status >= 200 && status < 300)) wish.state = 'acknowledged'
    else if (wish.value === wish.kind.off && wish.heard.some(isGone)) wish.state = 'acknowledged'
    else if (tapped && wish.left === 0 && !follower) [wish.state, wish.isUndone] = ['superseded', true]
    else if (this.discarding.get(device)?.has(entry.seq) === true) wish.state = 'discarded'
    else if (this.leaving.get(device)?.keep === false) wish.state = 'discarded'
    else
      this.break(
        'I12',
        `${entry.entity} → ${wish.value} (${entry.status}, attempts ${entry.attempts}, heard ${wish.heard.join(',') || 'nothing'}) left device ${device.index} for no reason`,
      )
    if (wish.state === 'acknowledged' && !wish.kind.timesThere && !wish.kind.grows) {
      const row = after.tables.get(wish.kind.table)?.get(wish.kind.rowKey(idOf(entry.entity)))
      const versionNow = row?.version ?? -1
      if (!wish.heard.some(isGone) && versionNow < wish.version)
        this.break('I4', `${entry.entity} was acknowledged at version ${wish.version} and its row has ${versionNow}`)
    }
  }

  /** What is seen changes by a tap, by a failure that is told, by a newer version, and by nothing else. */
  #compareView(before: Book, after: Book, kind: Kind, entity: string) {
    const [was, is] = [this.view(before, kind, entity), this.view(after, kind, entity)]
    if (was === is) return
    const of = (book: Book) => [...book.outbox.values()].filter((entry) => entry.entity === entity)
    const olds = of(before)
    const news = of(after)
    const tapped = news.some(({ seq }) => !before.outbox.has(seq))
    const ended = olds.some((old) => {
      const now = news.find(({ seq }) => seq === old.seq)
      return now ? now.status !== old.status : this.wishes.get(old.key)?.state !== 'acknowledged'
    })
    if (tapped || ended) return
    const key = kind.rowKey(idOf(entity))
    const [oldRow, newRow] = [before.tables.get(kind.table)?.get(key), after.tables.get(kind.table)?.get(key)]
    const acknowledged = olds.filter(({ seq }) => !after.outbox.has(seq))
    // Who signs out leaves nothing here but what waits.
    if (oldRow && !newRow && this.leaving.has(before.device)) return
    const told = Math.max(0, ...acknowledged.map((entry) => this.wishes.get(entry.key)?.version ?? 0))
    const rose = (newRow?.version ?? -1) > (oldRow?.version ?? -1)
    if (rose || (acknowledged.length > 0 && (newRow?.version ?? -1) >= told)) return
    if (acknowledged.some((entry) => this.wishes.get(entry.key)?.heard.some(isGone))) return
    // That it is not there was said of one moment: of a later one the server may say what it has, without any change of it.
    const { device } = before
    const known = this.#known.get(device) ?? 0
    for (const [wish, at] of this.#notFound) if (wish.device === device && wish.entity === entity && at < known) return
    this.break('I4', `${entity} showed ${was} and shows ${is} without a newer version`)
  }

  wiped(device: Device, name: string) {
    const userId = Number(/^parde-user-(\d+)$/.exec(name)?.[1])
    const book = this.#books.get(`${device.index}/${userId}`)
    if (!book) return
    for (const { key } of book.outbox.values()) {
      const wish = this.wishes.get(key)
      if (!wish) continue
      if (this.leaving.get(device)?.keep !== false)
        this.break('I12', `${wish.entity} was wiped off device ${device.index}`)
      wish.state = 'discarded'
    }
    this.#books.delete(`${device.index}/${userId}`)
  }

  /** A request leaves the device. */
  left(flight: Flight) {
    if (flight.method === 'GET') this.#asked.set(flight.id, this.#moment++)
    for (const { wish } of this.#sendings(flight)) wish.left += 1
  }

  /** The server has dealt with a request. */
  reached(flight: Flight, userId: number | undefined, answer: Answer) {
    for (const { wish, seq, client, answered } of this.#sendings(flight, answer)) {
      if (answered === undefined || answered.status < 200 || answered.status >= 300) continue
      if (userId !== wish.userId)
        this.break('I8', `${wish.entity} of person ${wish.userId} took effect as person ${userId}`)
      const fence = `${userId}/${client}/${wish.entity}`
      if (!wish.reached) {
        wish.reached = true
        const before = this.#arrivals.filter((other) => other.client === fence)
        if (before.every((other) => other.wish.seq < wish.seq)) {
          const wishedAt = this.now() - (flight.leftAt - wish.tappedAt)
          this.#arrivals.push({ client: fence, wish, wishedAt })
        }
      }
      if (answered.body?.result !== 'applied') continue
      wish.effects += 1
      if (wish.effects > 1) this.break('I2', `${wish.entity} → ${wish.value} took effect ${wish.effects} times`)
      const last = this.#applied.get(fence) ?? -1
      // What only grows is taken in whatever order it comes.
      if (!(seq > last) && !wish.kind.grows) this.break('I6', `${wish.entity}: ${seq} was applied after ${last}`)
      this.#applied.set(fence, Math.max(seq, last))
    }
  }

  /**
   * Whether the last that a device heard of a thing need not be so: that it is not there, or that a wish was refused which
   * the server has all the same, by an earlier sending of it that was still on its way.
   */
  isUntold(device: Device, userId: number, entity: string): boolean {
    const last = [...this.wishes.values()].findLast(
      (wish) => wish.device === device && wish.userId === userId && wish.entity === entity && wish.heard.length > 0,
    )
    if (!last) return false
    return last.heard.some(isGone) || (last.reached && last.heard.every((status) => status >= 400))
  }

  /** Who has wished something of a thing. */
  writers(userId: number, entity: string): Device[] {
    const mine = [...this.wishes.values()].filter((wish) => wish.userId === userId && wish.entity === entity)
    return [...new Set(mine.map(({ device }) => device))]
  }

  /**
   * What the server may have of a thing once all is said: of each device the last wish in its own order that arrived,
   * and of several devices the one that was wished last in true time. The time on the road counts as time of the wish,
   * since nobody can know it.
   */
  outcomes(userId: number, entity: string): Value[] {
    const arrivals = this.#arrivals.filter(({ wish }) => wish.userId === userId && wish.entity === entity)
    const kind = kindOfLane(entity)
    if (arrivals.length === 0) return [kind?.off ?? '']
    const devices = [...new Set(arrivals.map(({ wish }) => wish.device))].map((device) => {
      const mine = arrivals.filter(({ wish }) => wish.device === device)
      const final = mine[mine.length - 1]
      return { final, wishedAt: final?.wishedAt ?? 0, latest: Math.max(...mine.map(({ wishedAt }) => wishedAt)) }
    })
    const last = Math.max(...devices.map(({ wishedAt }) => wishedAt))
    const sure = arrivals.every(
      ({ wish }) => wish.clockChanges === wish.device.clockChanges && !wish.heard.includes(419),
    )
    return devices.flatMap(({ final, latest }) => (final && (!sure || latest >= last) ? [final.wish.value] : []))
  }

  /**
   * What the server must have of each part of a thing at rest: what came later of other parts has taken nothing away, and
   * what a wish took the place of has come along with it. Nothing where several devices, refusals or clocks leave it open.
   */
  parts(userId: number, entity: string, titleId: number): Map<string, Value> | undefined {
    const wishes = [...this.wishes.values()].filter((wish) => wish.userId === userId && wish.entity === entity)
    const isSure = wishes.every(
      ({ state, reached, clockChanges, device, heard, isUndone }) =>
        (state === 'superseded' || (state === 'acknowledged' && reached)) &&
        ![clockChanges !== device.clockChanges, heard.includes(419), isUndone].includes(true),
    )
    if (!isSure || this.writers(userId, entity).length !== 1) return undefined
    const parts = new Map<string, Value>()
    for (const { kind, value } of wishes.toSorted((one, other) => one.seq - other.seq)) {
      if (value === kind.off) parts.clear()
      else if (kind.partOf) parts.set(kind.partOf(titleId, value), value)
    }
    return parts
  }

  /** An answer has come to the process that waits for it. */
  heard(flight: Flight, answer: Answer) {
    if (answer.status === 410 && flight.method === 'GET') this.#resets.add(flight.process.device)
    // There is no such call: nothing of what it carried has been anywhere.
    if (flight.path === BATCH && (answer.status === 404 || answer.status === 405)) {
      for (const { wish } of this.#sendings(flight)) wish.left -= 1
    }
    if (!isApi(answer)) return
    if (flight.method === 'GET') {
      const { device } = flight.process
      this.#known.set(device, Math.max(this.#known.get(device) ?? 0, this.#asked.get(flight.id) ?? 0))
    }
    for (const { wish, answered } of this.#sendings(flight, answer)) {
      if (answered === undefined) continue
      wish.heard.push(answered.status)
      if (isGone(answered.status)) this.#notFound.set(wish, this.#moment++)
      if (answered.status < 300) wish.version = Math.max(wish.version, answered.body?.data?.version ?? 0)
    }
  }

  /** The wishes a request carries, by themselves or many in one, and what each was answered. */
  #sendings(flight: Flight, answer?: Answer) {
    const { headers, path, process } = flight
    const client = headers['x-client-id']
    const find = (key: string | undefined, seq: number) =>
      key === undefined
        ? [...this.wishes.values()].find((wish) => wish.device === process.device && wish.seq === seq)
        : this.wishes.get(key)
    const sent =
      path === BATCH
        ? (JSON.parse(flight.body ?? '{}') as { mutations: { key?: string; seq: number }[] }).mutations
        : [{ key: headers['idempotency-key'], seq: Number(headers['x-client-seq']) }]
    const replies = answer && readAnswers(answer, path === BATCH)
    return sent.flatMap(({ key, seq }) => {
      const wish = find(key, seq)
      const answered = replies?.find((reply) => reply.key === undefined || reply.key === key)
      return wish ? [{ wish, seq, client, answered }] : []
    })
  }

  /** Whether an entry waits on a device, whatever it is. */
  holds(device: Device, key: string): boolean {
    return [...this.#books.values()].some(
      (book) => book.device === device && [...book.outbox.values()].some((entry) => entry.key === key),
    )
  }

  /** I1, I12: every wish is somewhere, and where it says it is. */
  count() {
    const inBooks = new Set(
      [...this.#books.values()].flatMap(({ outbox }) => [...outbox.values()].map(({ key }) => key)),
    )
    for (const wish of this.wishes.values()) {
      const isHere = wish.state === 'waiting' || wish.state === 'failed' || wish.state === 'held'
      if (isHere !== inBooks.has(wish.key))
        this.break('I12', `${wish.entity} → ${wish.value} is ${wish.state} and ${isHere ? 'not ' : ''}in the outbox`)
    }
  }
}

/** `watchlist:7` and `comment:7:…` are about title 7. */
export function idOf(entity: string): number {
  return Number(entity.split(':')[1])
}
/** The call that carries many. */
export const BATCH = '/api/user/mutations'

interface Answered {
  key?: string
  status: number
  body?: { result?: string; data?: { version?: number } }
}

/** Of a batch the answers inside, each with its key; a batch refused as a whole says nothing of any of them. */
function readAnswers({ status, text }: Answer, isBatch: boolean): Answered[] {
  const body = text.startsWith('{') ? JSON.parse(text) : undefined
  if (!isBatch) return [{ status, body }]
  return status === 200 ? ((body?.data ?? []) as Answered[]) : []
}

const isGone = (status: number) => status === 404 || status === 410
const placeOf = (cursor: string) => Number(cursor.split('.')[0])

/** What our server says is JSON; what else comes with a 2xx says nothing. */
function isApi({ status, text, ours }: Answer): boolean {
  return ours && (status >= 400 || text.startsWith('{'))
}
