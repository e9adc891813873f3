import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { newVapidKey } from '#server/notifications/push/vapid.ts'
import { startDurablePostgres } from '#tests/harness/database/postgres.ts'
import { freePort, type Relay, startRelay } from '#tests/harness/network/relay.ts'
import { type Running, run } from '#tests/harness/processes.ts'

/** Faults of the database. `terminate` ends its connections. */
export const DATABASE_FAULTS = ['restart', 'immediate restart', 'kill', 'freeze', 'terminate'] as const
type DatabaseFault = (typeof DATABASE_FAULTS)[number]

/** How long a frozen database answers nothing, in ms: longer than the servers wait for a query. */
const FREEZE = 20_000

/** Two server processes on one PostgreSQL, behind one relay for the app and one for the API. */
export interface Servers {
  appUrl: string
  apiUrl: string
  api: Relay
  /** Kills one of the processes with SIGKILL and starts a new one on the same ports. */
  kill(which: number): void
  /** Causes a fault of the database, unless one is under way. */
  strikeDatabase(fault: DatabaseFault): void
  /** Resolves when no fault of the database and no restart of a server is under way. */
  untilFaultsEnd(): Promise<void>
  /** Servers that ended by themselves or did not start, and faults after which the database did not come back. */
  deaths(): string[]
  query<Row>(sql: string): Promise<Row[]>
  stop(): Promise<void>
}

interface Process {
  appPort: number
  apiPort: number
  running: Running | undefined
}

export async function startServers(count = 2): Promise<Servers> {
  const folder = await mkdtemp(join(resolve('.cache'), 'soak-'))
  const postgres = await startDurablePostgres()
  const name = `soak_${process.pid}_${Date.now()}`
  await once(postgres.url, (client) => client.query(`create database ${name}`))
  const database = new URL(postgres.url)
  database.pathname = `/${name}`
  const query = <Row>(sql: string) => once(database.href, async (client) => (await client.query(sql)).rows as Row[])

  const deaths: string[] = []
  let struck: Promise<void> | undefined
  /** How many faults of the database have begun. */
  let faults = 0
  let restarts: Promise<unknown> = Promise.resolve()
  const strikes: Record<DatabaseFault, () => Promise<unknown>> = {
    restart: () => postgres.restart('SIGINT'),
    'immediate restart': () => postgres.restart('SIGQUIT'),
    kill: () => postgres.restart('SIGKILL'),
    freeze: () => postgres.freeze(FREEZE),
    terminate: () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database()`),
  }
  const processes: Process[] = []
  let turn = 0
  /** Picks a running process in turn; when none runs, the first one, which refuses the connection. */
  const pick = (port: 'appPort' | 'apiPort') => () => {
    const up = processes.filter(({ running }) => running)
    turn += 1
    return (up[turn % Math.max(1, up.length)] ?? processes[0])?.[port] ?? 0
  }
  const [app, api] = [await startRelay(pick('appPort')), await startRelay(pick('apiPort'))]
  const [appUrl, apiUrl] = [`http://localhost:${app.port}`, `http://localhost:${api.port}`]
  const vapidKey = newVapidKey()
  // Shares the rendered pictures of the end-to-end tests; no check reads them.
  const media = resolve('.cache/e2e/media')
  await mkdir(media, { recursive: true })
  const startProcess = async (server: Process, data: string) => {
    const running = run('node', [resolve('dist/server/main.js')], {
      APP_PORT: String(server.appPort),
      API_PORT: String(server.apiPort),
      API_BASE: apiUrl,
      APP_ORIGINS: appUrl,
      // Both processes accept each other's tokens and cursors, and send with one key.
      APP_SECRET: 'of both servers of a soak, and of nobody else',
      VAPID_PRIVATE_KEY: vapidKey,
      DATA_DIR: join(folder, data),
      DATABASE_URL: database.href,
      SEED: 'demo',
      PAYMENTS: 'sandbox',
      DRAW_AHEAD: '0',
    })
    await running.waitForOutput(String(server.apiPort))
    server.running = running
    void running.ended.then((code) => {
      if (server.running !== running) return
      server.running = undefined
      deaths.push(`server ${data} ended with ${code}: ${running.output().slice(-1_000)}`)
    })
  }
  for (let index = 0; index < count; index++) {
    const server = { appPort: await freePort(), apiPort: await freePort(), running: undefined }
    await mkdir(join(folder, String(index)))
    await symlink(media, join(folder, String(index), 'media'))
    await startProcess(server, String(index))
    processes.push(server)
  }
  return {
    appUrl,
    apiUrl,
    api,
    kill(which) {
      const data = String(which % processes.length)
      const server = processes[Number(data)]
      const { running } = server ?? {}
      if (!server || !running) return
      server.running = undefined
      /** A server may end when the database has a fault during its start. It is then started again, as by a supervisor. */
      const restart = async (): Promise<void> => {
        const isDisturbed = struck !== undefined
        const before = faults
        await startProcess(server, data).catch(async (failure) => {
          if (!isDisturbed && faults === before) throw failure
          await struck
          await restart()
        })
      }
      const replaced = running.end('SIGKILL').then(restart)
      restarts = Promise.all([restarts, replaced.catch((failure) => deaths.push(`server ${data}: ${failure}`))])
    },
    strikeDatabase(fault) {
      if (struck) return
      faults += 1
      struck = strikes[fault]()
        .catch((failure) => deaths.push(`the database after a ${fault}: ${failure}`))
        .then(() => {
          struck = undefined
        })
    },
    async untilFaultsEnd() {
      await Promise.all([struck, restarts])
    },
    deaths: () => deaths,
    query,
    async stop() {
      await Promise.all([struck, restarts])
      const ending = processes.map(({ running }) => running)
      for (const server of processes) server.running = undefined
      await Promise.all(ending.map((running) => running?.end()))
      await Promise.all([app.close(), api.close()])
      await once(postgres.url, (other) => other.query(`drop database if exists ${name} with (force)`))
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function once<Result>(url: string, act: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return act(client).finally(() => client.end())
}
