import type { Device } from '#tests/sync/simulation/device.ts'
import { episodeOfFile, type Series } from '#tests/sync/simulation/series.ts'
import type { DatabaseState, DownloadRow, RuleRow } from './trackedMutation.ts'
import { isDone, nextUnwatched } from './viewing.ts'

/** A user's call about downloads, from its start until it settles or its process dies. */
export interface DownloadCall {
  device: Device
  does: 'set rule' | 'end rule' | 'delete' | 'add' | 'add one' | 'move' | 'clear'
  titleId?: number
  fileIds: number[]
  /** undefined while it runs; `lost`: its process was killed or it failed */
  outcome(): 'done' | 'lost' | undefined
  /** whether a commit has done what the call asks for */
  isUsed: boolean
}

/** A pass of the rules. */
export interface RulesPass {
  device: Device
  /** undefined until it has opened the user's database */
  userId: number | undefined
  startedAt: number
  /** limits that were in force since its start; undefined: none */
  limits: (number | undefined)[]
  /** times that the device clock showed before it was set during the pass */
  clocks: number[]
  outcome(): 'done' | 'lost' | undefined
}

/** How long an automatic download stays after it was watched, in ms (`WATCHED_GRACE`). */
const GRACE = 2 * 86_400_000

/** Facts about one user's downloads on one device that the rows do not hold. */
interface Memory {
  /** Episodes whose download the user deleted since the rule was set, by title. */
  deleted: Map<number, Set<number>>
  /** For each automatic run that was watched: the lowest time of the device clock since then. */
  watched: Map<string, { since: number; unwatchedAt: number | undefined }>
  /** Runs that the user asked for. */
  byUser: Set<string>
}

const isLive = (row: DownloadRow | undefined): row is DownloadRow => row !== undefined && row.state !== 'leaving'

/** Checks I14: what rules add and remove. Computes what the rules ask for without the data layer. */
export class DownloadChecker {
  series: readonly Series[] = []
  readonly #calls = new Set<DownloadCall>()
  readonly #passes = new Set<RulesPass>()
  readonly #memories = new WeakMap<DatabaseState, Memory>()
  /** counts commits */
  #tick = 0

  constructor(
    readonly fail: (details: string) => void,
    readonly stateOf: (device: Device, userId: number) => DatabaseState,
    readonly isSigningOut: (device: Device) => boolean,
  ) {}

  callStarted(call: DownloadCall) {
    this.#calls.add(call)
    // A move of downloads that have no place in the queue changes nothing.
    const { session } = call.device
    if (call.does === 'move' && session) call.isUsed = !canMove(call, this.stateOf(call.device, session.user.id))
  }
  /** The order in which the data layer shows the queue. */
  queueRead(state: DatabaseState, runs: string[]) {
    const expected = queueOf(state).map(({ run }) => run)
    if (runs.join() !== expected.join())
      this.fail(`device ${state.device.index} shows the queue ${runs.join()} and should show ${expected.join()}`)
  }
  passStarted(device: Device, outcome: RulesPass['outcome']): RulesPass {
    const limits = [device.downloadLimit]
    const pass = { device, userId: undefined, startedAt: this.#tick, limits, clocks: [], outcome }
    this.#passes.add(pass)
    return pass
  }

  /** Called before the device's clock is set, and after. */
  clockChanged(device: Device, states: Iterable<DatabaseState>) {
    for (const pass of this.#passes) if (pass.device === device) pass.clocks.push(device.clock)
    for (const state of states) {
      if (state.device !== device) continue
      for (const watched of this.#memory(state).watched.values()) watched.since = Math.min(watched.since, device.clock)
    }
  }

  /** Called when a limit may be stored, and after. */
  limitChanged(device: Device, limit: number | undefined) {
    for (const pass of this.#passes) if (pass.device === device) pass.limits.push(limit, device.downloadLimit)
  }

  /** The episodes that a rule asks for by the device's merged view. `view`: the state that a commit leads to. */
  wantedBy(rule: RuleRow, state: DatabaseState, view = state): number[] {
    const episodes = this.series.find(({ card }) => card.id === rule.titleId)?.episodes ?? []
    const deleted = this.#memory(state).deleted.get(rule.titleId)
    return nextUnwatched(view, { ...rule, episodes }, (id) => deleted?.has(id) === true)
  }

  /** Whether an episode is watched by the device's merged view. */
  isWatched(state: DatabaseState, titleId: number, episodeId: number | null): boolean {
    return episodeId !== null && isDone(state, titleId, episodeId)
  }

  /** Called at each commit in a user's database. */
  committed(before: DatabaseState, after: DatabaseState) {
    if ([before, after].every(({ downloads, rules }) => downloads.size === 0 && rules.size === 0)) return
    this.#tick += 1
    this.settleCalls()
    const memory = this.#memory(before)
    for (const titleId of new Set([...before.rules.keys(), ...after.rules.keys()]))
      this.#checkRule(before, after, titleId)
    this.#checkRemoved(before, after)
    this.#checkAdded(before, after)
    this.#checkQueue(before, after)
    for (const { run, title, episodeId, isAutomatic } of [...after.downloads.values()].filter(isLive)) {
      if (!isAutomatic || episodeId === null) continue
      const known = memory.watched.get(run)
      const { clock } = before.device
      if (isDone(after, title.id, episodeId))
        memory.watched.set(run, { since: Math.min(known?.since ?? clock, clock), unwatchedAt: undefined })
      else if (known) known.unwatchedAt ??= this.#tick
    }
  }

  #checkRule(before: DatabaseState, after: DatabaseState, titleId: number) {
    const { device } = before
    const { deleted } = this.#memory(before)
    const [old, rule] = [before.rules.get(titleId), after.rules.get(titleId)]
    if (!rule) {
      deleted.delete(titleId)
      const isEnded = this.#pending(device, 'end rule').some((call) => call.titleId === titleId)
      if (!isEnded && this.#pending(device, 'clear').length === 0 && !this.isSigningOut(device))
        this.fail(`the rule of ${titleId} ended on device ${device.index} without the user`)
      return
    }
    const isSet = this.#pending(device, 'set rule').some((call) => call.titleId === titleId)
    const isChanged = old?.count !== rule.count || old.quality !== rule.quality || old.dub !== rule.dub
    if (isChanged && !isSet) this.fail(`the rule of ${titleId} changed on device ${device.index} without the user`)
    if (isSet && rule.skipped.length === 0) deleted.delete(titleId)
    else if (old?.skipped.some((id) => !rule.skipped.includes(id)))
      this.fail(`the rule of ${titleId} forgot a deletion on device ${device.index}`)
    for (const id of rule.skipped) {
      if (old?.skipped.includes(id)) continue
      if (!this.#pending(device, 'delete').some(({ fileIds }) => fileIds.map(episodeOfFile).includes(id)))
        this.fail(`the rule of ${titleId} skips episode ${id} that the user did not delete`)
      deleted.set(titleId, (deleted.get(titleId) ?? new Set()).add(id))
    }
  }

  #checkRemoved(before: DatabaseState, after: DatabaseState) {
    const { device } = before
    const { deleted } = this.#memory(before)
    const isEmpty = after.rules.size === 0 && ![...after.downloads.values()].some(isLive)
    const clear = isEmpty ? this.#pending(device, 'clear').find(({ isUsed }) => !isUsed) : undefined
    for (const row of before.downloads.values()) {
      const now = after.downloads.get(row.fileId)
      if (!isLive(row) || (isLive(now) && now.run === row.run)) continue
      if (this.isSigningOut(device) || clear || this.#isOutdated(before, after, row)) continue
      const isReplaced =
        isLive(now) && this.#pending(device, 'add one').some(({ fileIds }) => fileIds.includes(row.fileId))
      if (isReplaced) continue
      const call = this.#pending(device, 'delete').find(
        ({ fileIds, isUsed }) => !isUsed && fileIds.includes(row.fileId),
      )
      if (!call) {
        this.fail(`${describe(row)} left device ${device.index} for no reason`)
        continue
      }
      call.isUsed = true
      const { id } = row.title
      if (before.rules.has(id) && row.episodeId !== null)
        deleted.set(id, (deleted.get(id) ?? new Set()).add(row.episodeId))
    }
    if (clear) clear.isUsed = true
  }

  /** Whether an automatic download is watched: incomplete, or for the time of grace. */
  #isOutdated(before: DatabaseState, after: DatabaseState, { run, title, episodeId, isAutomatic, state }: DownloadRow) {
    const { device } = before
    const memory = this.#memory(before)
    if (!isAutomatic || episodeId === null || memory.byUser.has(run)) return false
    if (!isDone(after, title.id, episodeId)) return false
    if (state !== 'kept') return true
    const clocks = [...this.#passes].flatMap((pass) => (pass.device === device ? pass.clocks : []))
    const since = memory.watched.get(run)?.since ?? device.clock
    return Math.max(device.clock, ...clocks) - since >= GRACE
  }

  #checkAdded(before: DatabaseState, after: DatabaseState) {
    const { device } = before
    for (const row of after.downloads.values()) {
      const old = before.downloads.get(row.fileId)
      if (!isLive(row)) continue
      if (isLive(old) && old.run === row.run) {
        if (row.isAutomatic && !old.isAutomatic) this.fail(`${describe(row)} of the user became automatic`)
        continue
      }
      const same = [...after.downloads.values()].filter(
        (other) => isLive(other) && other.title.id === row.title.id && other.episodeId === row.episodeId,
      )
      const isByUser = this.#pending(device, 'add one').some(({ fileIds }) => fileIds.includes(row.fileId))
      if (isByUser && !row.isAutomatic) continue
      if (same.length > 1) this.fail(`${describe(row)} is a second download of its episode`)
      if (row.isAutomatic) this.#checkAutomatic(after, before, row)
      else if (!this.#pending(device, 'add').some(({ fileIds }) => fileIds.includes(row.fileId)))
        this.fail(`${describe(row)} appeared on device ${device.index} without the user and without a rule`)
    }
  }

  /** New downloads come last, and only a move changes the order of the others. */
  #checkQueue(before: DatabaseState, after: DatabaseState) {
    const { device } = before
    const [was, is] = [queueOf(before), queueOf(after)]
    const moves = this.#pending(device, 'move')
    if (new Set(is.map(placeOf)).size < is.length)
      this.fail(`two downloads of device ${device.index} have the same place`)
    const left = was.filter(({ run }) => is.some((row) => row.run === run))
    const seasons = this.#pending(device, 'add').map(({ fileIds }) => fileIds)
    const added = is.filter(({ run }) => !was.some((row) => row.run === run))
    const season = seasons.find((fileIds) => added.every(({ fileId }) => fileIds.includes(fileId))) ?? []
    const inOrder = added.toSorted((one, other) => season.indexOf(one.fileId) - season.indexOf(other.fileId))
    const format = (rows: DownloadRow[]) => rows.map(({ fileId }) => fileId).join()
    if (format(is) !== format([...left, ...inOrder])) {
      const move = moves.find((call) => !call.isUsed && format(is) === format(moved(left, call)))
      if (move) move.isUsed = true
      else this.fail(`the queue of device ${device.index} was ${format(was)} and is ${format(is)}`)
    }
    for (const move of moves) if (!canMove(move, after)) move.isUsed = true
  }

  #checkAutomatic(after: DatabaseState, before: DatabaseState, row: DownloadRow) {
    const { device } = before
    const rule = after.rules.get(row.title.id)
    if (!rule) return this.fail(`${describe(row)} was added without a rule on device ${device.index}`)
    const wanted = this.wantedBy(rule, before, after)
    const isWanted = row.episodeId !== null && wanted.includes(row.episodeId)
    if (!isWanted || rule.quality !== row.quality)
      this.fail(
        `${describe(row)} was added on device ${device.index}, but the rule asks for ${wanted.join() || 'none'}`,
      )
    const passes = [...this.#passes].filter((pass) => pass.device === device)
    const limits = [device.downloadLimit, ...passes.flatMap((pass) => pass.limits)]
    const bytes = [...after.downloads.values()].reduce((sum, other) => sum + bytesOf(other), 0)
    if (limits.every((limit) => limit !== undefined && bytes > limit))
      this.fail(`${describe(row)} was added on device ${device.index}: ${bytes} bytes exceed the limit`)
  }

  /** Takes note of calls and passes that have ended. */
  settleCalls() {
    for (const call of this.#calls) {
      const outcome = call.outcome()
      if (!outcome) continue
      this.#calls.delete(call)
      if (outcome !== 'done' || !call.device.session) continue
      const state = this.stateOf(call.device, call.device.session.user.id)
      if (call.does === 'move' && !call.isUsed)
        this.fail(`the move of ${call.fileIds.join(' to ')} was accepted and changed nothing`)
      const episodes = call.does === 'add' ? call.fileIds.map(episodeOfFile) : []
      const files = call.does === 'add one' ? call.fileIds : []
      for (const row of state.downloads.values())
        if (isLive(row) && (episodes.includes(row.episodeId ?? 0) || files.includes(row.fileId)))
          this.#memory(state).byUser.add(row.run)
    }
    for (const pass of this.#passes) {
      const outcome = pass.outcome()
      if (!outcome) continue
      this.#passes.delete(pass)
      if (outcome !== 'done' || pass.userId === undefined) continue
      const { watched } = this.#memory(this.stateOf(pass.device, pass.userId))
      for (const [run, { unwatchedAt }] of watched)
        if (unwatchedAt !== undefined && unwatchedAt <= pass.startedAt) watched.delete(run)
    }
  }

  #pending(device: Device, does: DownloadCall['does']): DownloadCall[] {
    return [...this.#calls].filter((call) => call.device === device && call.does === does)
  }

  #memory(state: DatabaseState): Memory {
    const known = this.#memories.get(state)
    if (known) return known
    const memory: Memory = { deleted: new Map(), watched: new Map(), byUser: new Set() }
    this.#memories.set(state, memory)
    return memory
  }
}

const placeOf = ({ queuedAt, createdAt }: DownloadRow) => queuedAt ?? createdAt

/** The downloads to fetch, in the order of the queue. */
function queueOf({ downloads }: DatabaseState): DownloadRow[] {
  return [...downloads.values()]
    .filter(({ state }) => state === 'wanted' || state === 'paused' || state === 'stopped')
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

function canMove({ fileIds: [from, to] }: DownloadCall, state: DatabaseState): boolean {
  const files = queueOf(state).map(({ fileId }) => fileId)
  return from !== undefined && to !== undefined && from !== to && files.includes(from) && files.includes(to)
}

/** The queue with the first file of a move in the place of the second one. */
function moved(queue: DownloadRow[], { fileIds: [from, to] }: DownloadCall): DownloadRow[] {
  const row = queue.find(({ fileId }) => fileId === from)
  const place = queue.findIndex(({ fileId }) => fileId === to)
  return row ? queue.filter((other) => other !== row).toSpliced(place, 0, row) : queue
}

/** The space that a download has or is going to take. One that does not continue by itself takes what it has. */
export function bytesOf({ state, size, bytes }: Pick<DownloadRow, 'state' | 'size' | 'bytes'>): number {
  return state === 'wanted' || state === 'kept' ? Math.max(size, bytes) : bytes
}

function describe({ fileId, isAutomatic, state }: DownloadRow): string {
  return `${isAutomatic ? 'automatic' : 'own'} download ${fileId} (${state})`
}
