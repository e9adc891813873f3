import { titleKeyIn, titleLane } from '#tests/sync/plan/commentKinds.ts'
import {
  kindOfEntry,
  kindOfLane,
  MUTATION_KINDS,
  type MutationKind,
  type Value,
} from '#tests/sync/plan/mutationKinds.ts'
import type { Device } from '#tests/sync/simulation/device.ts'
import type { Answer, InFlightRequest } from '#tests/sync/simulation/network.ts'
import type { RawTransaction } from '#tests/sync/simulation/storage.ts'
import { BATCH, idOf, isApi, isGone, positionOf, readAnswers } from './answers.ts'
import { DownloadChecker } from './downloadChecker.ts'
import type { DatabaseState, DownloadRow, Entry, MutationWatch, RuleRow, TrackedMutation } from './trackedMutation.ts'

/** Thrown when one of the invariants of docs/sync.md#invariants does not hold. */
export class InvariantViolation extends Error {
  override name = 'InvariantViolation'
  constructor(
    readonly invariant: string,
    details: string,
  ) {
    super(`${invariant}: ${details}`)
  }
}

const TABLES = [
  ...new Set(
    MUTATION_KINDS.filter(({ isPulled, countOnServer }) => isPulled || !countOnServer).map(({ table }) => table),
  ),
]
/** Each user has exactly one notification and one settings row, so both are stored under key 0. */
const rowKeyIn = (table: string, key: number) =>
  table === 'notifications' || table === 'settings' ? 0 : titleKeyIn(table, key)

/** States of mutations that the device may send again. A superseded one reached the server before its successor. */
const RESENT = new Set<TrackedMutation['state']>(['acknowledged', 'superseded'])

/** Stored in place of each cursor after a 410 (src/data/sync/pull.ts). */
const DISCARDED = 'discarded'
const hasCursor = (cursors: Map<string, string>) => [...cursors.values()].some((cursor) => cursor !== '')

function readEntry(stored: Entry): Entry {
  return { ...structuredClone(stored), entity: titleLane(stored.entity) }
}

/** What the oracle knows about the server at one moment. */
export interface ServerKnowledge {
  applied: Map<string, number>
  arrivals: InvariantChecker['arrivals']
  /** by key of the mutation */
  reached: Map<string, Pick<TrackedMutation, 'effects' | 'reachedServer'>>
}

/**
 * Test oracle: observes each commit of each device and each answer of the server, and tracks the state of each accepted
 * mutation. Shares no code with the data layer.
 */
export class InvariantChecker {
  readonly mutations = new Map<string, TrackedMutation>()
  readonly #states = new Map<string, DatabaseState>()
  #applied = new Map<string, number>()
  #isRestored = false
  /** mutations in the order in which they reached the server, without those that the fence rejects */
  readonly arrivals: { fence: string; mutation: TrackedMutation; effectiveAt: number }[] = []
  /** the first violation found */
  violation: InvariantViolation | undefined
  /** lanes with a mutation call in progress; only these may gain or lose entries by the user's action */
  readonly activeLanes = new Map<Device, Set<string>>()
  readonly discarding = new Map<Device, Set<number>>()
  /** devices with a sign-out in progress, and whether it keeps the outbox */
  readonly signingOut = new Map<Device, { keepData: boolean }>()
  /** calls whose result has not been checked yet */
  readonly watches = new Set<MutationWatch>()
  /** devices that have received a 410 and have not discarded their cursors since */
  readonly #refused = new Set<Device>()
  readonly downloads = new DownloadChecker(
    (details) => this.fail('I14', details),
    (device, userId) => this.stateOf(device, userId),
    (device) => this.signingOut.has(device),
  )
  // A logical clock orders "not found" answers against the pulls of the same device.
  #tick = 0
  readonly #notFoundAt = new Map<TrackedMutation, number>()
  /** when each GET was sent, by request id */
  readonly #sentAt = new Map<number, number>()
  /** send time of the latest GET that the device has an answer to */
  readonly #pulledAt = new Map<Device, number>()

  constructor(readonly now: () => number) {}

  /** Records the violation of an invariant; only the first one counts. */
  fail(invariant: string, details: string) {
    this.violation ??= new InvariantViolation(invariant, details)
  }

  stateOf(device: Device, userId: number): DatabaseState {
    const name = `${device.index}/${userId}`
    const existing = this.#states.get(name)
    if (existing) return existing
    const empty = { outbox: new Map(), tables: new Map(), cursors: new Map(), downloads: new Map(), rules: new Map() }
    const state: DatabaseState = { device, userId, ...empty, owed: new Set() }
    this.#states.set(name, state)
    return state
  }

  /** The merged view the user should see: the value of the last pending entry, else of the base row. */
  view({ outbox, tables }: Pick<DatabaseState, 'outbox' | 'tables'>, kind: MutationKind, entity: string): Value {
    const row = tables.get(kind.table)?.get(kind.rowKey(idOf(entity)))
    const pending = [...outbox.values()]
      .filter((entry) => entry.entity === entity && (entry.status === 'queued' || entry.status === 'sending'))
      .toSorted((one, other) => one.seq - other.seq)
    const names = pending.map(({ kind: name }) => name)
    if (kind.isVisible?.(row, names) === false) return kind.off
    const last = pending.at(-1)
    if (last) return kind.valueIn(last.payload, last.kind)
    return kind.valueInRow(row)
  }

  /** Called at each commit, when the transaction's stores contain exactly the durable rows. */
  committed(device: Device, { db, _scope, mode }: RawTransaction) {
    const userId = Number(/^parde-user-(\d+)$/.exec(db.name)?.[1])
    if (mode !== 'readwrite' || !userId) return
    // fake-indexeddb deletes a database under a running transaction, where a browser waits. Such a commit has no effect.
    if (device.factory._databases.get(db.name) !== db._rawDatabase) return
    const before = this.stateOf(device, userId)
    const rows = (store: string) =>
      [...(db._rawDatabase.rawObjectStores.get(store)?.records.values() ?? [])] as { key: number; value: unknown }[]
    const after: DatabaseState = { ...before, tables: new Map(before.tables) }
    if (_scope.has('outbox')) {
      after.outbox = new Map(rows('outbox').map(({ key, value }) => [key, readEntry(value as Entry)]))
    }
    for (const table of TABLES) {
      if (!_scope.has(table)) continue
      after.tables.set(
        table,
        new Map(rows(table).map(({ key, value }) => [rowKeyIn(table, key), { ...(value as { version: number }) }])),
      )
    }
    if (_scope.has('meta')) {
      const cursors = rows('meta') as unknown as { key: string; value: { value: string } }[]
      after.cursors = new Map(
        cursors.filter(({ key }) => key.startsWith('cursor:')).map(({ key, value }) => [key, value.value]),
      )
    }
    if (_scope.has('keptVideos')) {
      after.downloads = new Map(rows('keptVideos').map(({ key, value }) => [key, { ...(value as DownloadRow) }]))
    }
    if (_scope.has('downloadRules')) {
      after.rules = new Map(rows('downloadRules').map(({ key, value }) => [key, { ...(value as RuleRow) }]))
    }
    this.#checkBase(before, after)
    this.#checkOutbox(before, after)
    this.downloads.committed(before, after)
    Object.assign(before, after)
    for (const watch of this.watches) {
      if (watch.device === device && watch.isPending() && this.view(after, watch.kind, watch.entity) === watch.value)
        watch.wasReached = true
    }
  }

  #checkBase(before: DatabaseState, after: DatabaseState) {
    const { device } = before
    let cursorMoved = false
    let isDiscarded = false
    for (const [name, cursor] of after.cursors) {
      const old = before.cursors.get(name)
      if (old === cursor) continue
      cursorMoved = true
      isDiscarded ||= cursor === DISCARDED
      if (cursor === DISCARDED && !this.#refused.has(device))
        this.fail('I5', `cursor ${name} was discarded without a 410 on device ${device.index}`)
      // A server without `since` returns no cursor.
      if (old !== undefined && cursor !== '' && positionOf(cursor) < positionOf(old))
        this.fail('I5', `cursor ${name} went back from ${old} to ${cursor} on device ${device.index}`)
    }
    for (const [table, rows] of before.tables) {
      const now = after.tables.get(table)
      // A restored server gives a comment that it had lost another id.
      const isCreatedAnew =
        this.#isRestored && table === 'comments' && [...(now?.keys() ?? [])].some((key) => !rows.has(key))
      for (const [key, row] of rows) {
        const current = now?.get(key)
        const wasNotFound = () =>
          [...this.mutations.values()].some(
            (mutation) =>
              mutation.device === device &&
              mutation.kind.table === table &&
              mutation.kind.rowKey(idOf(mutation.entity)) === key &&
              mutation.statuses.some(isGone),
          )
        if (
          !current &&
          !isCreatedAnew &&
          !cursorMoved &&
          !wasNotFound() &&
          ![...after.cursors.values()].includes('') &&
          !this.signingOut.has(device)
        )
          this.fail('I5', `${table} lost row ${key} of version ${row.version} on device ${device.index}`)
        if (current && current.version < row.version && before.cursors.get(table) !== DISCARDED)
          this.fail('I5', `${table} ${key} went back from ${row.version} to ${current.version}`)
      }
    }
    if (isDiscarded) this.#refused.delete(device)
  }

  #checkOutbox(before: DatabaseState, after: DatabaseState) {
    const { device } = before
    const added = [...after.outbox.values()].filter(({ seq }) => !before.outbox.has(seq))
    const removed = [...before.outbox.values()].filter(({ seq }) => !after.outbox.has(seq))
    // The first cursor after a 410: the server may have lost what it acknowledged.
    const isResent =
      [...before.cursors.values()].every((cursor) => cursor === DISCARDED) &&
      [...after.cursors.values()].some((cursor) => cursor !== DISCARDED)
    for (const entry of added) this.#entryAdded(device, entry, removed, before.cursors.size > 0 && isResent)
    for (const entry of removed) this.#entryRemoved(before, after, entry, added)
    for (const [seq, entry] of after.outbox) {
      const old = before.outbox.get(seq)
      if (!old) continue
      const mutation = this.mutations.get(entry.key)
      if (mutation) mutation.state = entry.status === 'failed' || entry.status === 'held' ? entry.status : 'pending'
    }
    const lanes = new Set([...before.outbox.values(), ...after.outbox.values()].map(({ entity }) => entity))
    for (const lane of lanes) {
      const kind = kindOfLane(lane)
      if (kind && !kind.countOnServer) this.#checkView(before, after, kind, lane)
    }
  }

  #entryAdded(device: Device, entry: Entry, removed: Entry[], isResent: boolean) {
    const kind = kindOfEntry(entry)
    if (!kind) return
    const known = this.mutations.get(entry.key)
    if (known?.seq === entry.seq && isResent && RESENT.has(known.state)) {
      known.state = 'pending'
      return
    }
    const retried = removed.find(
      (old) => old.entity === entry.entity && old.status === 'failed' && old.createdAt === entry.createdAt,
    )
    const old = retried && this.mutations.get(retried.key)
    const lane = kind.countOnServer ? kind.entity(idOf(entry.entity)) : entry.entity
    if (!old && !this.activeLanes.get(device)?.has(lane))
      this.fail('I12', `${entry.entity} got an entry without a mutation by the user on device ${device.index}`)
    if (old && old.key !== entry.key) old.state = 'retried'
    if (this.mutations.has(entry.key) && !(old && old.key === entry.key))
      this.fail('I2', `two mutations have the key ${entry.key}`)
    this.mutations.set(entry.key, {
      key: entry.key,
      seq: entry.seq,
      device,
      userId: entry.userId,
      kind,
      name: entry.kind,
      entity: entry.entity,
      value: kind.valueIn(entry.payload, entry.kind),
      startedAt: old?.startedAt ?? this.now(),
      clockChanges: old?.clockChanges ?? device.clockChanges,
      state: 'pending',
      effects: 0,
      attempts: 0,
      reachedServer: false,
      statuses: [],
      version: 0,
      isUndone: false,
      ...(old?.key === entry.key && {
        effects: old.effects,
        attempts: old.attempts,
        reachedServer: old.reachedServer,
        statuses: old.statuses,
        version: old.version,
      }),
    })
  }

  #entryRemoved(before: DatabaseState, after: DatabaseState, entry: Entry, added: Entry[]) {
    const mutation = this.mutations.get(entry.key)
    if (!mutation) return
    if (added.some(({ key }) => key === entry.key)) return
    if (mutation.state === 'retried') return
    const { device } = before
    const { hasFencePerName } = mutation.kind
    const successor = added.find(
      ({ entity, kind }) => entity === entry.entity && (!hasFencePerName || kind === entry.kind),
    )
    // A position is needed whatever follows it.
    const isReplaceable = successor !== undefined || entry.kind !== mutation.kind.needs
    const byUser = isReplaceable && this.activeLanes.get(device)?.has(entry.entity) === true
    if (byUser && successor && successor.seq > entry.seq) mutation.state = 'superseded'
    else if (mutation.statuses.some((status) => status >= 200 && status < 300)) mutation.state = 'acknowledged'
    else if (mutation.value === mutation.kind.off && mutation.statuses.some(isGone)) mutation.state = 'acknowledged'
    else if (byUser && mutation.attempts === 0 && !successor) [mutation.state, mutation.isUndone] = ['superseded', true]
    else if (this.discarding.get(device)?.has(entry.seq) === true) mutation.state = 'discarded'
    else if (this.signingOut.get(device)?.keepData === false) mutation.state = 'discarded'
    else
      this.fail(
        'I12',
        `${entry.entity} → ${mutation.value} (${entry.status}, attempts ${entry.attempts}, heard ${mutation.statuses.join(',') || 'nothing'}) left device ${device.index} for no reason`,
      )
    if (mutation.state === 'acknowledged' && !mutation.kind.countOnServer && !mutation.kind.isMonotonic) {
      const row = after.tables.get(mutation.kind.table)?.get(mutation.kind.rowKey(idOf(entry.entity)))
      const versionNow = row?.version ?? -1
      if (!mutation.statuses.some(isGone) && versionNow < mutation.version)
        this.fail('I4', `${entry.entity} was acknowledged at version ${mutation.version} and its row has ${versionNow}`)
    }
  }

  /** I4: the view changes only by a mutation, by a failed entry or by a newer version. */
  #checkView(before: DatabaseState, after: DatabaseState, kind: MutationKind, entity: string) {
    const [was, is] = [this.view(before, kind, entity), this.view(after, kind, entity)]
    if (was === is) return
    const laneOf = ({ outbox }: DatabaseState) => [...outbox.values()].filter((entry) => entry.entity === entity)
    const oldEntries = laneOf(before)
    const newEntries = laneOf(after)
    const isMutated = newEntries.some(({ seq }) => !before.outbox.has(seq))
    const hasFailed = oldEntries.some((old) => {
      const now = newEntries.find(({ seq }) => seq === old.seq)
      return now ? now.status !== old.status : this.mutations.get(old.key)?.state !== 'acknowledged'
    })
    if (isMutated || hasFailed) return
    const key = kind.rowKey(idOf(entity))
    const [oldRow, newRow] = [before.tables.get(kind.table)?.get(key), after.tables.get(kind.table)?.get(key)]
    const acknowledged = oldEntries.filter(({ seq }) => !after.outbox.has(seq))
    // Sign-out wipes the base rows and may keep the outbox.
    if (oldRow && !newRow && this.signingOut.has(before.device)) return
    const acknowledgedVersion = Math.max(0, ...acknowledged.map((entry) => this.mutations.get(entry.key)?.version ?? 0))
    const isNewer = (newRow?.version ?? -1) > (oldRow?.version ?? -1)
    if (isNewer || (acknowledged.length > 0 && (newRow?.version ?? -1) >= acknowledgedVersion)) return
    if (acknowledged.some((entry) => this.mutations.get(entry.key)?.statuses.some(isGone))) return
    // "Not found" holds for one moment only: a later pull may bring the server's row back without a newer version.
    const { device } = before
    const pulledAt = this.#pulledAt.get(device) ?? 0
    for (const [mutation, at] of this.#notFoundAt)
      if (mutation.device === device && mutation.entity === entity && at < pulledAt) return
    this.fail('I4', `${entity} showed ${was} and shows ${is} without a newer version`)
  }

  /** Called when a device has deleted a database. */
  databaseDeleted(device: Device, name: string) {
    const userId = Number(/^parde-user-(\d+)$/.exec(name)?.[1])
    const state = this.#states.get(`${device.index}/${userId}`)
    if (!state) return
    for (const { key } of state.outbox.values()) {
      const mutation = this.mutations.get(key)
      if (!mutation) continue
      if (this.signingOut.get(device)?.keepData !== false)
        this.fail('I12', `${mutation.entity} was deleted with its database on device ${device.index}`)
      mutation.state = 'discarded'
    }
    this.#states.delete(`${device.index}/${userId}`)
  }

  /** Called when the server is backed up. */
  backUp(): ServerKnowledge {
    const reached = [...this.mutations].map(
      ([key, { effects, reachedServer }]) => [key, { effects, reachedServer }] as const,
    )
    return { applied: new Map(this.#applied), arrivals: [...this.arrivals], reached: new Map(reached) }
  }

  /** Whether each database with rows of a list has a cursor, as all devices have after their first pull. */
  knowsCursors(): boolean {
    return [...this.#states.values()].every(
      ({ tables, cursors }) => hasCursor(cursors) || [...tables.values()].every((rows) => rows.size === 0),
    )
  }

  /**
   * Called when the server was restored. A device that has a cursor owes what was acknowledged to it; the server has lost the
   * rest for good.
   */
  restored({ applied, arrivals, reached }: ServerKnowledge) {
    this.#isRestored = true
    this.#applied = new Map(applied)
    this.arrivals.splice(0, this.arrivals.length, ...arrivals)
    for (const [key, mutation] of this.mutations)
      Object.assign(mutation, reached.get(key) ?? { effects: 0, reachedServer: false })
    for (const state of this.#states.values()) {
      state.owed = new Set()
      if (!hasCursor(state.cursors)) continue
      for (const { key, device, userId, state: now, statuses } of this.mutations.values())
        if (device === state.device && userId === state.userId && now === 'acknowledged' && !statuses.some(isGone))
          state.owed.add(key)
    }
  }

  /** Called when a device begins to sign out, which deletes what it could send again. */
  signOutBegun(device: Device) {
    for (const state of this.#states.values()) if (state.device === device) state.owed = new Set()
  }

  /** I2, I3: each device has given back to a restored server what it owes, or a later change of the same lane. */
  checkOwed() {
    for (const { owed, device } of this.#states.values()) {
      for (const key of owed) {
        const mutation = this.mutations.get(key)
        if (!mutation || mutation.reachedServer) continue
        const isReplaced = [...this.mutations.values()].some(
          (other) =>
            other.device === device &&
            other.userId === mutation.userId &&
            other.entity === mutation.entity &&
            other.seq > mutation.seq &&
            other.reachedServer,
        )
        if (!isReplaced)
          this.fail(
            'I3',
            `finally the restored server lacks ${mutation.entity} → ${mutation.value} of device ${device.index}`,
          )
      }
    }
  }

  /** Whether a restored server lacks what a device knows as acknowledged. */
  hasLost(device: Device, userId: number, entity: string): boolean {
    return [...this.mutations.values()].some(
      (mutation) =>
        mutation.device === device &&
        mutation.userId === userId &&
        mutation.entity === entity &&
        mutation.state === 'acknowledged' &&
        !mutation.reachedServer,
    )
  }

  /** Called before a device's clock is set, and after. */
  clockChanged(device: Device) {
    this.downloads.clockChanged(device, this.#states.values())
  }

  /** The states of a user's databases. */
  statesOf(userId: number): DatabaseState[] {
    return [...this.#states.values()].filter((state) => state.userId === userId)
  }

  /** Called when a request leaves the device. */
  requestSent(request: InFlightRequest) {
    if (request.method === 'GET') this.#sentAt.set(request.id, this.#tick++)
    for (const { mutation } of this.#attempts(request)) mutation.attempts += 1
  }

  /** Called when the server has handled a mutating request. */
  requestHandled(request: InFlightRequest, userId: number | undefined, answer: Answer) {
    for (const { mutation, seq, client, reply } of this.#attempts(request, answer)) {
      if (reply === undefined || reply.status < 200 || reply.status >= 300) continue
      if (userId !== mutation.userId)
        this.fail('I8', `${mutation.entity} of user ${mutation.userId} took effect as user ${userId}`)
      const fence = `${userId}/${client}/${mutation.entity}`
      const ownFence = mutation.kind.hasFencePerName ? `${fence}/${mutation.name}` : fence
      if (!mutation.reachedServer) {
        mutation.reachedServer = true
        const before = this.arrivals.filter((other) => other.fence === fence)
        if (before.every((other) => other.mutation.seq < mutation.seq)) {
          const effectiveAt = this.now() - (request.sentAt - mutation.startedAt)
          this.arrivals.push({ fence, mutation, effectiveAt })
        }
      }
      if (reply.body?.result !== 'applied') continue
      mutation.effects += 1
      if (mutation.effects > 1)
        this.fail('I2', `${mutation.entity} → ${mutation.value} took effect ${mutation.effects} times`)
      const last = this.#applied.get(ownFence) ?? -1
      // The server accepts monotonic values in any order, and so positions that a device sends again after a later one.
      if (!(seq > last) && !mutation.kind.isMonotonic && !(this.#isRestored && mutation.kind.partOf))
        this.fail('I6', `${mutation.entity}: ${seq} was applied after ${last}`)
      this.#applied.set(ownFence, Math.max(seq, last))
    }
  }

  /** Called when an answer reaches the process that sent the request. */
  answerReceived(request: InFlightRequest, answer: Answer) {
    if (answer.status === 410 && request.method === 'GET') this.#refused.add(request.process.device)
    // The server has no batch endpoint, so none of the batch's mutations was attempted.
    if (request.path === BATCH && (answer.status === 404 || answer.status === 405)) {
      for (const { mutation } of this.#attempts(request)) mutation.attempts -= 1
    }
    if (!isApi(answer)) return
    if (request.method === 'GET') {
      const { device } = request.process
      this.#pulledAt.set(device, Math.max(this.#pulledAt.get(device) ?? 0, this.#sentAt.get(request.id) ?? 0))
    }
    for (const { mutation, reply } of this.#attempts(request, answer)) {
      if (reply === undefined) continue
      mutation.statuses.push(reply.status)
      if (isGone(reply.status)) this.#notFoundAt.set(mutation, this.#tick++)
      if (reply.status < 300) mutation.version = Math.max(mutation.version, reply.body?.data?.version ?? 0)
    }
  }

  /** The mutations that a request carries (one, or a batch), each with its part of the answer. */
  #attempts(request: InFlightRequest, answer?: Answer) {
    const { headers, path, process } = request
    const client = headers['x-client-id']
    const find = (key: string | undefined, seq: number) =>
      key === undefined
        ? [...this.mutations.values()].find((mutation) => mutation.device === process.device && mutation.seq === seq)
        : this.mutations.get(key)
    const sent =
      path === BATCH
        ? (JSON.parse(request.body ?? '{}') as { mutations: { key?: string; seq: number }[] }).mutations
        : [{ key: headers['idempotency-key'], seq: Number(headers['x-client-seq']) }]
    const replies = answer && readAnswers(answer, path === BATCH)
    return sent.flatMap(({ key, seq }) => {
      const mutation = find(key, seq)
      const reply = replies?.find((reply) => reply.key === undefined || reply.key === key)
      return mutation ? [{ mutation, seq, client, reply }] : []
    })
  }

  /** Whether a device's outbox contains an entry with this key, of any kind. */
  hasEntry(device: Device, key: string): boolean {
    return [...this.#states.values()].some(
      (state) => state.device === device && [...state.outbox.values()].some((entry) => entry.key === key),
    )
  }

  /** I1, I12: each mutation is in the outbox exactly if its state says so. */
  checkAccounting() {
    const keysInOutboxes = new Set(
      [...this.#states.values()].flatMap(({ outbox }) => [...outbox.values()].map(({ key }) => key)),
    )
    for (const mutation of this.mutations.values()) {
      const isInOutbox = mutation.state === 'pending' || mutation.state === 'failed' || mutation.state === 'held'
      if (isInOutbox !== keysInOutboxes.has(mutation.key))
        this.fail(
          'I12',
          `${mutation.entity} → ${mutation.value} is ${mutation.state} and ${isInOutbox ? 'not ' : ''}in the outbox`,
        )
    }
  }
}
