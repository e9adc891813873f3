import { BATCH } from '#tests/sync/checks/answers.ts'
import { InvariantChecker, type ServerKnowledge } from '#tests/sync/checks/invariantChecker.ts'
import { Tally } from '#tests/sync/tally.ts'
import type { Patch } from './bundle.ts'
import { bundle, runnable } from './bundle.ts'
import type { DataLayer } from './dataLayer.ts'
import { Device, type Process } from './device.ts'
import { type Answer, type InFlightRequest, isMutation } from './network.ts'
import { PROCESS_GLOBALS } from './processGlobals.ts'
import { filesAnswer } from './series.ts'
import { backUp, restore, type ServerBackup } from './serverBackup.ts'
import { openStorage, type RawConnection, type Storage } from './storage.ts'
import { ORIGIN, type TestServer, type TestUser } from './testServer.ts'
import { VirtualTime } from './virtualTime.ts'

/** The code under test and its storage, shared by all runs of a campaign. */
export interface CodeUnderTest {
  storage: Storage
  loadDataLayer: (globals: Record<string, unknown>) => DataLayer
  tally: Tally
}

let storage: Promise<Storage> | undefined

/** Stateless modules without mutants. Loading them once for all processes halves the time of a process start. */
const SHARED_MODULES = ['valibot', 'uuid', '#contract/']

/**
 * Raises the format version of likes, so that the entries of `likeInOldFormat` need a migration. Applied to all builds,
 * mutants included.
 */
const OLDER_FORMAT: Patch = {
  file: 'src/data/areas/reactions.ts',
  from: 'formatVersion: 1,',
  to: "formatVersion: 2, steps: { 1: (old) => { const { titleId, on, liked } = old as { titleId: number; on?: boolean; liked?: boolean }; return { titleId, liked: on ?? liked, name: '' } } },",
}

/** Builds the data layer with patches applied. */
export async function buildCodeUnderTest(patches: Patch[] = []): Promise<CodeUnderTest> {
  storage ??= openStorage()
  const code = await bundle('tests/sync/simulation/dataLayer.ts', [OLDER_FORMAT, ...patches], {
    shared: SHARED_MODULES,
  })
  const names = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name)
  const modules = new Map<string, unknown>()
  for (const name of names) {
    modules.set(
      name,
      name.startsWith('#contract/') ? await importContract(name) : await import(/* @vite-ignore */ name),
    )
  }
  const run = runnable<DataLayer>('dataLayer.js', code, ['require', ...PROCESS_GLOBALS])
  const require = (name: string) => modules.get(name)
  return { storage: await storage, loadDataLayer: (globals) => run({ ...globals, require }), tally: new Tally() }
}

function importContract(name: string): Promise<unknown> {
  return import(`../../../src/contract/${name.slice('#contract/'.length, -'.ts'.length)}.ts`)
}

/** The simulated world of one run: users, devices, the network, the server and the clock. */
export class World {
  readonly time = new VirtualTime()
  readonly storage: Storage
  readonly loadDataLayer: CodeUnderTest['loadDataLayer']
  readonly tally: Tally
  readonly checker = new InvariantChecker(() => this.time.now)
  readonly owners = new WeakMap<RawConnection, Process>()
  readonly devices: Device[] = []
  readonly users: TestUser[] = []
  /** lanes to which the server always answers with an error */
  readonly poisoned = new Set<string>()
  /** features that an older server lacks: delta pulls, the batch endpoint */
  readonly lacks = new Set<'since' | 'batch'>()
  inFlight: InFlightRequest[] = []
  requestsSent = 0
  starts = 0
  /** Earlier answers to GET requests, by user and path. */
  readonly oldAnswers = new Map<string, Answer[]>()
  /** whether the server's database was replaced by a backup */
  isRestored = false
  #backup: { rows: ServerBackup; oracle: ServerKnowledge } | undefined
  readonly #trace: string[] = []
  #seed: number

  constructor(
    code: CodeUnderTest,
    readonly server: TestServer,
    seed: number,
  ) {
    this.#seed = seed | 0
    this.storage = code.storage
    this.loadDataLayer = code.loadDataLayer
    this.checker.downloads.series = server.series
    this.tally = code.tally
    Object.assign(code.storage.hooks, {
      task: (run: () => void) => this.time.task(run),
      beforeCommit: ({ db, mode }) => {
        const process = this.owners.get(db)
        if (!process) return undefined
        if (!process.survives(`before a commit in ${db.name}`)) return undefined
        if (mode !== 'readwrite' || process.device.failingCommits === 0) return undefined
        process.device.failingCommits -= 1
        this.note(`${process.name}: disk full in ${db.name}`)
        this.tally.fault('disk full')
        return 'QuotaExceededError'
      },
      committed: (transaction) => {
        const process = this.owners.get(transaction.db)
        if (!process) return
        if (transaction.mode === 'readwrite') this.tally.counts.commits += 1
        this.checker.committed(process.device, transaction)
        process.survives(`after a commit in ${transaction.db.name}`)
      },
      isDead: (connection) => this.owners.get(connection)?.isAlive === false,
    } satisfies Storage['hooks'])
  }

  device(index: number): Device {
    const device = new Device(this, index)
    device.takeCookies(`XSRF-TOKEN=${this.server.xsrf}`)
    this.devices.push(device)
    return device
  }

  /** Seeded random number from 0 to 1 (mulberry32). */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** Appends a line to the trace, which a failure report ends with. */
  note(event: string) {
    this.#trace.push(`${((this.time.now - Date.UTC(2026, 0, 5, 8)) / 1000).toFixed(3)} ${event}`)
  }
  get trace() {
    return this.#trace
  }

  userOf({ headers }: InFlightRequest): TestUser | undefined {
    return this.users.find(({ tokens }) => tokens.some((token) => headers.authorization === `Bearer ${token}`))
  }

  /** Lets the server handle a request. The answer is not delivered yet. */
  async handle(request: InFlightRequest): Promise<Answer> {
    this.tally.counts.requests += 1
    this.server.clock.now = this.time.now
    const films = this.#filmsAnswer(request)
    if (films) return films
    const headers = { ...request.headers, origin: ORIGIN, cookie: request.cookie }
    const response = await this.server.api.request(`http://localhost:8787${this.#serverPath(request)}`, {
      method: request.method,
      headers,
      body: request.body,
    })
    const answer: Answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
      isOurs: true,
    }
    this.note(`server: #${request.id} → ${answer.status} ${answer.text.slice(0, 160)}`)
    const user = this.userOf(request)
    if (isMutation(request)) this.checker.requestHandled(request, user?.id, answer)
    else if (answer.status === 200) {
      const resource = `${user?.id} ${request.path}`
      this.oldAnswers.set(resource, [...(this.oldAnswers.get(resource) ?? []), answer])
    }
    return answer
  }

  /** The answer to the files call of a series with download rules. */
  #filmsAnswer({ id, method, path }: InFlightRequest): Answer | undefined {
    const titleId = Number(/^\/api\/titles\/(\d+)\/files$/.exec(path)?.[1])
    const series = method === 'GET' && this.server.series.find(({ card }) => card.id === titleId)
    if (!series) return undefined
    this.note(`server: #${id} → the files of ${titleId}`)
    return { status: 200, headers: {}, text: JSON.stringify(filesAnswer(series)), isOurs: true }
  }

  /** The path as an older server would see it: it ignores unknown parameters and has no batch endpoint. */
  #serverPath({ path }: InFlightRequest): string {
    if (path === BATCH && this.lacks.has('batch')) return '/api/user/no-such-endpoint'
    if (!this.lacks.has('since')) return path
    const [pathname = '', query = ''] = path.split('?')
    const parameters = new URLSearchParams(query)
    if (!parameters.has('since')) return path
    parameters.delete('since')
    parameters.delete('limit')
    return `${pathname}?${parameters}`
  }

  async backUp() {
    const { server, users, checker } = this
    const rows = await backUp(
      server.database,
      users.map(({ id }) => id),
    )
    this.#backup = { rows, oracle: checker.backUp() }
  }

  async restore() {
    if (!this.#backup) throw new Error('there is no backup')
    if (!this.checker.knowsCursors()) return
    const { rows, oracle } = this.#backup
    this.note('server: restored from its backup')
    await restore(this.server.database, rows, new Date(this.time.now))
    this.checker.restored(oracle)
    this.oldAnswers.clear()
    this.lacks.clear()
    this.isRestored = true
  }

  deliver(request: InFlightRequest, answer: Answer | 'cut') {
    this.note(`answer of #${request.id}: ${answer === 'cut' ? 'none' : answer.status}`)
    request.answer?.(answer)
  }

  /** Kills all processes and runs the remaining tasks, so that none affects the next run. */
  async end() {
    for (const { page, worker, tab } of this.devices)
      for (const process of [page, worker, tab]) process?.kill('at the end')
    await this.time.run()
  }
}
