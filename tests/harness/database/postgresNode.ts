import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { freePort } from '#tests/harness/network/relay.ts'

/** A PostgreSQL server starts within seconds; waiting longer than this, in ms, means that it failed. */
const START_TIMEOUT = 60_000

/** Attempts to start a killed server again, and the wait between two, in ms. */
const RESTARTS_MAX = 20
const RESTART_DELAY = 500
/** How often a start looks for its line in the log, in ms. */
const START_POLL = 20
/** How often a kill looks whether the processes have ended, in ms. */
const KILL_POLL = 20

/** SIGINT rolls transactions back, SIGQUIT skips the checkpoint, and SIGKILL kills the first process. */
export type EndSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** One PostgreSQL server of the tests, in a folder of its own. */
export interface PostgresNode {
  port: number
  /** The data folder. */
  data: string
  /** Creates an empty database cluster in the data folder. */
  create(): void
  /** Copies the data folder of a running server, and follows that server from the next start on. */
  copy(primaryPort: number): Promise<void>
  start(): Promise<void>
  isRunning(): boolean
  end(signal: EndSignal): Promise<void>
  /** Kills every process of the server, and waits until all have ended. */
  killAll(): Promise<void>
  /** Stops every process of the server for this long, in ms. */
  freeze(duration: number): Promise<void>
}

/** `home`: an existing folder, for the data and the socket. `settings`: `name=value` of postgresql.conf. */
export async function createNode(home: string, settings: string[]): Promise<PostgresNode> {
  const binaries = findBinaries() ?? installed()
  const owner = unprivileged()
  mkdirSync(home, { recursive: true })
  if (owner) chownSync(home, owner.uid, owner.gid)
  const data = join(home, 'data')
  const port = await freePort()
  // A pipe would fill while this process blocks, as `tests/run.ts` does, and PostgreSQL stops until its log is written.
  const log = join(home, 'log')
  const options = ['-D', data, '-k', home, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  let server: ChildProcess | undefined
  // The immediate shutdown.
  const abandon = () => server?.kill('SIGQUIT')
  const processes = () => (server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)])
  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null
  const end = async (signal: EndSignal) => {
    process.off('exit', abandon)
    if (!server || !isRunning()) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  return {
    port,
    data,
    isRunning,
    end,
    create() {
      run(
        join(binaries, 'initdb'),
        ['-D', data, '-U', 'parde', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale()],
        owner,
      )
    },
    async copy(primaryPort) {
      const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'parde']
      const copying = spawn(
        join(binaries, 'pg_basebackup'),
        [...source, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
        { cwd: home, stdio: ['ignore', 'ignore', 'pipe'], ...owner },
      )
      let output = ''
      copying.stderr.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
      const code = await new Promise((resolve) => copying.once('exit', resolve))
      if (code !== 0) throw new Error(`pg_basebackup ended with ${code}: ${output}`)
    },
    async start() {
      for (let attempt = 1; ; attempt++) {
        const logFile = openSync(log, 'w')
        server = spawn(join(binaries, 'postgres'), [...options, ...settings.flatMap((one) => ['-c', one])], {
          cwd: home,
          stdio: ['ignore', 'ignore', logFile],
          ...owner,
        })
        closeSync(logFile)
        process.once('exit', abandon)
        try {
          return await ready(server, log)
        } catch (failure) {
          process.off('exit', abandon)
          // Processes of a killed server hold its shared memory until they notice.
          if (attempt === RESTARTS_MAX || !String(failure).includes('shared memory')) throw failure
          await elapsed(RESTART_DELAY)
        }
      }
    },
    async killAll() {
      const all = processes()
      for (const id of all) signalTo(id, 'SIGKILL')
      await end('SIGKILL')
      while (all.some((id) => existsSync(`/proc/${id}`))) await elapsed(KILL_POLL)
    },
    async freeze(duration) {
      const all = processes()
      for (const id of all) signalTo(id, 'SIGSTOP')
      await elapsed(duration)
      for (const id of all) signalTo(id, 'SIGCONT')
    },
  }
}

/** Sends a signal to a process, which may have ended. */
function signalTo(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal)
  } catch {
    // Ended by itself.
  }
}

/** Ids of a process's children. Uses Linux's /proc. */
function childrenOf(id: number): number[] {
  return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Finds the binaries of the newest version in Debian's folder, or those on the PATH. */
function findBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, 'bin'))
    : []
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...debian, ...path, '/usr/local/pgsql/bin'].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  )
}

function installed(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('PostgreSQL is not here: installing it')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env })
    spawnSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'postgresql'], { stdio: 'inherit', env })
    const binaries = findBinaries()
    if (binaries) return binaries
  }
  throw new Error('PostgreSQL is needed: install it, or set TEST_DATABASE_URL to a server the tests may use.')
}

/** The account to run PostgreSQL as, since it refuses to run as root; undefined when this process is not root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  return { uid: Number(account?.[2] ?? 65534), gid: Number(account?.[3] ?? 65534) }
}

/** A UTF-8 locale: in the "C" locale Persian characters are not letters. */
function locale(): string[] {
  const names = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout?.split('\n') ?? []
  const name = names.find((one) => /^C\.utf-?8$/i.test(one)) ?? names.find((one) => /utf-?8$/i.test(one))
  return name ? ['--locale', name] : []
}

function run(command: string, args: string[], owner: { uid: number; gid: number } | undefined): void {
  const done = spawnSync(command, args, { encoding: 'utf8', cwd: '/tmp', ...owner })
  if (done.status !== 0) throw new Error(`${command} failed: ${done.error?.message ?? ''}${done.stderr}${done.stdout}`)
}

/** Waits until the log says that the server is ready. */
async function ready(server: ChildProcess, log: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT
  for (;;) {
    const hasEnded = server.exitCode !== null || server.signalCode !== null
    const output = readFileSync(log, 'utf8')
    if (output.includes('ready to accept')) return
    if (hasEnded || performance.now() > end) throw new Error(`PostgreSQL did not start:\n${output.slice(-10_000)}`)
    await elapsed(START_POLL)
  }
}
