import type { Patch } from './bundle.ts'
import { bundle, runnable } from './bundle.ts'
import { Device, PROCESS_GLOBALS, type Process } from './device.ts'
import type { Floor } from './floor.ts'
import { type House, ORIGIN, type Person } from './house.ts'
import { BATCH, Ledger } from './ledger.ts'
import { type Answer, type Flight, isMutation } from './network.ts'
import { serverWith } from './serverWith.ts'
import { openStorage, type RawConnection, type Storage } from './storage.ts'
import { Tally } from './tally.ts'
import { Time } from './time.ts'

/** What every run of a campaign shares: the code under test and the storage it runs on. */
export interface Stage {
  storage: Storage
  startCode: (globals: Record<string, unknown>) => Floor
  tally: Tally
}

let storage: Promise<Storage> | undefined

/** What has no state and no faults to plant: made once and not with every process, which saves half of a start. */
const SHARED = ['valibot', 'uuid', '#contract/']

/**
 * The version after this one, as far as one kind of change goes: what this one has queued is of an older format there, and
 * `likeAsBefore` leaves such entries. Faults are planted beside it.
 */
const FORMAT_BEFORE: Patch = {
  file: 'src/data/areas/reactions.ts',
  from: 'formatVersion: 1,',
  to: "formatVersion: 2, steps: { 1: (old) => { const { titleId, on, liked } = old as { titleId: number; on?: boolean; liked?: boolean }; return { titleId, liked: on ?? liked, name: '' } } },",
}

/** The data floor, with faults planted in it or as it is. */
export async function openStage(patches: Patch[] = []): Promise<Stage> {
  storage ??= openStorage()
  const code = await bundle('tests/sync/floor.ts', [FORMAT_BEFORE, ...patches], { shared: SHARED })
  const names = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name)
  const modules = new Map<string, unknown>()
  for (const name of names) {
    modules.set(name, name.startsWith('#contract/') ? await contract(name) : await import(/* @vite-ignore */ name))
  }
  const run = runnable<Floor>('floor.js', code, ['require', ...PROCESS_GLOBALS])
  const require = (name: string) => modules.get(name)
  return { storage: await storage, startCode: (globals) => run({ ...globals, require }), tally: new Tally() }
}

/** A stage and a house with faults planted in what runs on them. */
export async function plantedStage(patches: Patch[], house: House): Promise<{ stage: Stage; faulty: House }> {
  const inServer = patches.filter(({ file }) => file.startsWith('server/'))
  const stage = await openStage(patches.filter((patch) => !inServer.includes(patch)))
  return { stage, faulty: inServer.length === 0 ? house : { ...house, api: await serverWith(inServer, house) } }
}

function contract(name: string): Promise<unknown> {
  return import(`../../src/contract/${name.slice('#contract/'.length, -'.ts'.length)}.ts`)
}

/** Everything there is in one run: people, devices, the network between them and the server, and the one clock. */
export class World {
  readonly time = new Time()
  readonly storage: Storage
  readonly startCode: Stage['startCode']
  readonly tally: Tally
  readonly ledger = new Ledger(() => this.time.now)
  readonly owners = new WeakMap<RawConnection, Process>()
  readonly devices: Device[] = []
  readonly people: Person[] = []
  /** lanes that the server answers with an error, always */
  readonly poisoned = new Set<string>()
  /** an older server: without the lists' `since`, without the call that carries many */
  readonly lacks = new Set<'since' | 'batch'>()
  flights: Flight[] = []
  flightsEver = 0
  starts = 0
  /** Old answers to the same question, by person and address. */
  readonly old = new Map<string, Answer[]>()
  readonly #trace: string[] = []
  #seed: number

  constructor(
    stage: Stage,
    readonly house: House,
    seed: number,
  ) {
    this.#seed = seed | 0
    this.storage = stage.storage
    this.startCode = stage.startCode
    this.tally = stage.tally
    Object.assign(stage.storage.hooks, {
      task: (run: () => void) => this.time.task(run),
      beforeCommit: ({ db, mode }) => {
        const process = this.owners.get(db)
        if (!process) return undefined
        if (!process.lives(`before a commit in ${db.name}`)) return undefined
        if (mode !== 'readwrite' || process.device.fullFor === 0) return undefined
        process.device.fullFor -= 1
        this.note(`${process.name}: disk full in ${db.name}`)
        this.tally.fault('disk full')
        return 'QuotaExceededError'
      },
      committed: (transaction) => {
        const process = this.owners.get(transaction.db)
        if (!process) return
        if (transaction.mode === 'readwrite') this.tally.counts.commits += 1
        this.ledger.committed(process.device, transaction)
        process.lives(`after a commit in ${transaction.db.name}`)
      },
      isDeaf: (connection) => this.owners.get(connection)?.alive === false,
    } satisfies Storage['hooks'])
  }

  device(index: number): Device {
    const device = new Device(this, index)
    device.takeCookies(`XSRF-TOKEN=${this.house.xsrf}`)
    this.devices.push(device)
    return device
  }

  /** mulberry32: the same for the same seed, wherever it is run. */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  note(what: string) {
    this.#trace.push(`${((this.time.now - Date.UTC(2026, 0, 5, 8)) / 1000).toFixed(3)} ${what}`)
  }
  get trace() {
    return this.#trace
  }

  personOf({ headers }: Flight): Person | undefined {
    return this.people.find(({ tokens }) => tokens.some((token) => headers.authorization === `Bearer ${token}`))
  }

  /** The server deals with a request. */
  async reach(flight: Flight): Promise<Answer> {
    flight.reached = true
    this.tally.counts.requests += 1
    this.house.clock.now = this.time.now
    const headers = { ...flight.headers, origin: ORIGIN, cookie: flight.cookie }
    const response = await this.house.api.request(`http://localhost:8787${this.#addressed(flight)}`, {
      method: flight.method,
      headers,
      body: flight.body,
    })
    const answer: Answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
      ours: true,
    }
    this.note(`server: #${flight.id} → ${answer.status} ${answer.text.slice(0, 160)}`)
    const person = this.personOf(flight)
    if (isMutation(flight)) this.ledger.reached(flight, person?.id, answer)
    else if (answer.status === 200) {
      const question = `${person?.id} ${flight.path}`
      this.old.set(question, [...(this.old.get(question) ?? []), answer])
    }
    return answer
  }

  /** An older server does not look at what it does not know, and has nothing where it has no call. */
  #addressed({ path }: Flight): string {
    if (path === BATCH && this.lacks.has('batch')) return '/api/user/nothing-here'
    if (!this.lacks.has('since')) return path
    const [place = '', query = ''] = path.split('?')
    const asked = new URLSearchParams(query)
    if (!asked.has('since')) return path
    asked.delete('since')
    asked.delete('limit')
    return `${place}?${asked}`
  }

  land(flight: Flight, answer: Answer | 'cut') {
    this.note(`answer of #${flight.id}: ${answer === 'cut' ? 'none' : answer.status}`)
    flight.answer?.(answer)
  }

  /** Kills whoever lives and lets what is under way come to its end, so that nothing reaches into the next run. */
  async end() {
    for (const { page, worker, tab } of this.devices) for (const one of [page, worker, tab]) one?.die('at the end')
    await this.time.run()
  }
}
