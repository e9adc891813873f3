import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { connectEmbedded } from '#server/database/connect.ts'
import { newVapidKey } from '#server/notifications/push/vapid.ts'
import { startReplicatedPostgres } from '#tests/harness/database/replicatedPostgres.ts'
import { createDisk, type Disk, missingForDisks } from '#tests/harness/disk.ts'
import { freePort, type Relay, startRelay } from '#tests/harness/network/relay.ts'
import { type Running, run } from '#tests/harness/processes.ts'
import { CLOCK_OPTIONS, clockFile, setServerClock } from './clock.ts'

/** How long a frozen database answers nothing, in ms: longer than the servers wait for a query. */
const FREEZE = 20_000
/** How long a disk is full and a clock is wrong, in ms. */
const FULL = 10_000
const WRONG_CLOCK = 15_000
/** Wrong clocks of the servers, in ms ahead. */
const CLOCK_OFFSETS = [-3_600_000, 3_600_000, 86_400_000]
/** A supervisor waits this long before it starts a server again, in ms. */
const SUPERVISOR_DELAY = 500

/** `postgres`: two server processes on a PostgreSQL with a standby. `embedded`: one process with its own database. */
export const DATABASES = ['postgres', 'embedded'] as const
export type DatabaseKind = (typeof DATABASES)[number]

/** Server processes behind one relay for the app and one for the API. */
export interface Servers {
  appUrl: string
  apiUrl: string
  api: Relay
  /** The faults that `strike` can cause here. */
  faults: string[]
  /** Kills one of the processes with SIGKILL and starts a new one on the same ports. */
  kill(which: number): void
  /** Causes a fault of the database, the disk or the clock, unless one is under way. */
  strike(fault: string): void
  /** Resolves when no fault and no restart of a server is under way. */
  untilFaultsEnd(): Promise<void>
  /** Servers that ended by themselves or did not start, and faults after which the database did not come back. */
  deaths(): string[]
  /** How often each fault happened. */
  struck(): Record<string, number>
  /** The times, in ms, between which the servers' clocks were wrong. */
  wrongClocks(): { from: number; until: number }[]
  /** Reads the database. The embedded one is closed by its server meanwhile. */
  read<Result>(reading: (query: Query) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** Runs a query and returns its rows. */
export type Query = <Row>(text: string) => Promise<Row[]>

/** The database of the servers. */
interface SoakDatabase {
  /** The number of server processes. */
  processes: number
  /** The data folder of a process. */
  folder(index: number): string
  environment: Record<string, string>
  faults: Record<string, (processes: Processes) => Promise<unknown>>
  /** Faults in which a server may end by itself, with a message and code 1. It is started again. */
  faultsThatEndServers: string[]
  read<Result>(processes: Processes, reading: (query: Query) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** The server processes, as faults see them. */
interface Processes {
  /** Ends a process with SIGKILL. It counts as no death. */
  kill(index: number): Promise<void>
  /** Ends a process with SIGTERM. */
  end(index: number): Promise<void>
  /** Starts a process, unless it runs. */
  start(index: number): Promise<void>
  signal(index: number, signal: NodeJS.Signals): void
}

/** One server process. */
interface Process {
  appPort: number
  apiPort: number
  running: Running | undefined
}

/** Starts the servers. */
export async function startServers(kind: DatabaseKind, log: (line: string) => void): Promise<Servers> {
  const home = await mkdtemp(join(resolve('.cache'), 'soak-'))
  const missing = missingForDisks()
  if (missing !== undefined) log(`no faults of the disk: ${missing}`)
  const disk = missing === undefined ? createDisk() : undefined
  const database = await (kind === 'postgres' ? openPostgres(home, disk) : openEmbedded(home, disk))

  const deaths: string[] = []
  const wrongClocks: { from: number; until: number }[] = []
  const counts: Record<string, number> = {}
  let current: { fault: string; ended: Promise<void> } | undefined
  /** How many faults have begun. */
  let begun = 0
  let restarts: Promise<unknown> = Promise.resolve()
  let restarting = 0
  /** The faults of a disk with a server on it, and that server's restarts, exclude each other. */
  const isAlone = database.processes === 1
  const servers: Process[] = []
  let turn = 0
  /** Picks a running process in turn; when none runs, the first one, which refuses the connection. */
  const pick = (port: 'appPort' | 'apiPort') => () => {
    const up = servers.filter(({ running }) => running)
    turn += 1
    return (up[turn % Math.max(1, up.length)] ?? servers[0])?.[port] ?? 0
  }
  const [app, api] = [await startRelay(pick('appPort')), await startRelay(pick('apiPort'))]
  const [appUrl, apiUrl] = [`http://localhost:${app.port}`, `http://localhost:${api.port}`]
  const vapidKey = newVapidKey()

  const startProcess = async (index: number) => {
    const server = servers[index]
    if (!server || server.running) return
    const running = run('node', [...CLOCK_OPTIONS, resolve('dist/server/main.js')], {
      APP_PORT: String(server.appPort),
      API_PORT: String(server.apiPort),
      API_BASE: apiUrl,
      APP_ORIGINS: appUrl,
      // All processes accept each other's tokens and cursors, and send with one key.
      APP_SECRET: 'of the servers of a soak, and of nobody else',
      VAPID_PRIVATE_KEY: vapidKey,
      DATA_DIR: database.folder(index),
      CLOCK_FILE: clockFile(home),
      SEED: 'demo',
      PAYMENTS: 'sandbox',
      DRAW_AHEAD: '0',
      ...database.environment,
    })
    await running.waitForOutput(String(server.apiPort))
    server.running = running
    void running.ended.then((code) => {
      if (server.running !== running) return
      server.running = undefined
      if (current && database.faultsThatEndServers.includes(current.fault) && code === 1) void restart(index)
      else deaths.push(`server ${index} ended with ${code}: ${running.output().slice(-1_000)}`)
    })
  }
  /** Starts a server again as a supervisor does, as often as a fault disturbs its start. */
  const restart = (index: number) => {
    const attempt = async (): Promise<void> => {
      const isDisturbed = current !== undefined
      const before = begun
      await startProcess(index).catch(async (failure) => {
        if (!isDisturbed && begun === before) throw failure
        await elapsed(SUPERVISOR_DELAY)
        await attempt()
      })
    }
    restarting += 1
    const started = attempt()
      .catch((failure) => deaths.push(`server ${index}: ${failure}`))
      .then(() => {
        restarting -= 1
      })
    restarts = Promise.all([restarts, started])
    return started
  }
  const end = async (index: number, signal: NodeJS.Signals) => {
    const server = servers[index]
    const { running } = server ?? {}
    if (!server || !running) return
    server.running = undefined
    await running.end(signal)
  }
  const kill = (index: number) => end(index, 'SIGKILL')
  const processes: Processes = {
    kill,
    end: (index) => end(index, 'SIGTERM'),
    start: startProcess,
    signal: (index, signal) => void servers[index]?.running?.child.kill(signal),
  }
  const setClocks = (offset: number) => {
    for (const { running } of servers) setServerClock(home, offset, running)
  }
  const faults: SoakDatabase['faults'] = {
    ...database.faults,
    async 'wrong clock'() {
      const from = Date.now()
      setClocks(CLOCK_OFFSETS[wrongClocks.length % CLOCK_OFFSETS.length] ?? 0)
      await elapsed(WRONG_CLOCK)
      setClocks(0)
      wrongClocks.push({ from, until: Date.now() })
    },
  }

  for (let index = 0; index < database.processes; index++) {
    servers.push({ appPort: await freePort(), apiPort: await freePort(), running: undefined })
    await startProcess(index)
  }
  const untilFaultsEnd = async () => {
    await current?.ended
    await restarts
  }
  return {
    appUrl,
    apiUrl,
    api,
    faults: Object.keys(faults),
    kill(which) {
      const index = which % servers.length
      if (isAlone && current) return
      if (servers[index]?.running) restarts = Promise.all([restarts, kill(index).then(() => restart(index))])
    },
    strike(fault) {
      if (current || (isAlone && restarting > 0)) return
      begun += 1
      counts[fault] = (counts[fault] ?? 0) + 1
      log(`fault: ${fault}`)
      const ended = (faults[fault] ?? raise(fault))(processes)
        .catch((failure) => deaths.push(`${fault}: ${failure}`))
        .then(() => {
          current = undefined
        })
      current = { fault, ended }
    },
    untilFaultsEnd,
    deaths: () => deaths,
    struck: () => counts,
    wrongClocks: () => wrongClocks,
    async read(reading) {
      await untilFaultsEnd()
      return database.read(processes, reading)
    },
    async stop() {
      await untilFaultsEnd()
      await Promise.all(servers.map((_, index) => processes.end(index)))
      await Promise.all([app.close(), api.close()])
      await database.stop()
      disk?.remove()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function openPostgres(home: string, disk: Disk | undefined): Promise<SoakDatabase> {
  const postgres = await startReplicatedPostgres(disk && join(disk.folder, 'postgres'))
  const query = async (text: string) => {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  const folder = (index: number) => join(home, String(index))
  for (const index of [0, 1]) await prepareDataFolder(folder(index))
  return {
    processes: 2,
    folder,
    environment: { DATABASE_URL: postgres.url },
    faults: {
      restart: () => postgres.restart('SIGINT'),
      'immediate restart': () => postgres.restart('SIGQUIT'),
      'killed database': () => postgres.restart('SIGKILL'),
      freeze: () => postgres.freeze(FREEZE),
      'terminated connections': () =>
        query(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
          and datname = current_database() and backend_type = 'client backend'`),
      failover: () => postgres.failOver(),
      ...(disk && {
        async 'full disk'() {
          disk.fill()
          await elapsed(FULL)
          disk.empty()
          await postgres.recover()
        },
        async 'power loss'() {
          disk.cutPower()
          await postgres.killAll()
          disk.restorePower()
          await postgres.recover()
        },
      }),
    },
    faultsThatEndServers: [],
    read: (_processes, reading) => reading((text) => query(text)),
    stop: () => postgres.stop(),
  }
}

async function openEmbedded(home: string, disk: Disk | undefined): Promise<SoakDatabase> {
  const folder = join(disk?.folder ?? home, 'data')
  await prepareDataFolder(folder)
  return {
    processes: 1,
    folder: () => folder,
    environment: { DATABASE_URL: '' },
    faults: {
      async freeze(processes) {
        processes.signal(0, 'SIGSTOP')
        await elapsed(FREEZE)
        processes.signal(0, 'SIGCONT')
      },
      ...(disk && {
        async 'full disk'() {
          disk.fill()
          await elapsed(FULL)
          disk.empty()
        },
        async 'power loss'(processes: Processes) {
          disk.cutPower()
          await processes.kill(0)
          disk.restorePower()
          await processes.start(0)
        },
      }),
    },
    faultsThatEndServers: ['full disk', 'power loss'],
    async read(processes, reading) {
      await processes.end(0)
      const connection = await connectEmbedded({ folder: join(folder, 'database') })
      try {
        return await reading(async (text) => (await connection.database.execute(sql.raw(text))).rows as never)
      } finally {
        await connection.close()
        await processes.start(0)
      }
    },
    stop: async () => undefined,
  }
}

/** Shares the rendered pictures of the end-to-end tests; no check reads them. */
async function prepareDataFolder(folder: string): Promise<void> {
  const media = resolve('.cache/e2e/media')
  await mkdir(media, { recursive: true })
  await mkdir(folder, { recursive: true })
  await symlink(media, join(folder, 'media'))
}

function raise(words: string): never {
  throw new Error(words)
}
