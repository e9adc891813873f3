import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { freePort } from '#tests/harness/network/relay.ts'

/** A cluster starts within seconds; waiting longer than this, in ms, means that it failed. */
const START_TIMEOUT = 60_000

/** Attempts to start a server again, and the wait between two, in ms. */
const RESTARTS_MAX = 20
const RESTART_DELAY = 500

/** Trades durability for speed: no test needs its data after a power cut. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'log_lock_waits=on']

/**
 * Starts a PostgreSQL server for tests: the one that `TEST_DATABASE_URL` names, or else a new cluster in a temporary
 * folder, from installed binaries or, as root, from Debian's packages.
 */
export async function startPostgres(): Promise<Pick<Cluster, 'url' | 'stop'>> {
  const given = process.env.TEST_DATABASE_URL
  return given ? { url: given, stop: async () => undefined } : startCluster(FAST)
}

/** Starts a cluster of its own that keeps what it has acknowledged when it is killed. */
export function startDurablePostgres(): Promise<Cluster> {
  return startCluster(['max_connections=200'])
}

/** A PostgreSQL server on a folder of its own. */
export interface Cluster {
  url: string
  /**
   * Ends the server and starts it again: SIGINT rolls transactions back, SIGQUIT ends it without a checkpoint, and SIGKILL
   * kills its first process.
   */
  restart(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Stops every process of the server for this long, in ms. */
  freeze(duration: number): Promise<void>
  stop(): Promise<void>
}

/** `settings`: `name=value` of postgresql.conf. */
async function startCluster(settings: string[]): Promise<Cluster> {
  const binaries = findBinaries() ?? installed()
  const owner = unprivileged()
  const folder = mkdtempSync('/tmp/parde-postgres-')
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'parde', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale()],
    owner,
  )
  const port = await freePort()
  const options = ['-D', data, '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  const start = () =>
    spawn(join(binaries, 'postgres'), [...options, ...settings.flatMap((one) => ['-c', one])], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...owner,
    })
  let server = start()
  // SIGQUIT is PostgreSQL's immediate shutdown, which skips writing data out.
  const abandon = () => server.kill('SIGQUIT')
  process.once('exit', abandon)
  await ready(server)
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }
  return {
    url: `postgres://parde@127.0.0.1:${port}/postgres`,
    async restart(signal) {
      await end(signal)
      for (let attempt = 1; ; attempt++) {
        server = start()
        try {
          return await ready(server)
        } catch (failure) {
          // Processes of a killed server hold its shared memory until they notice.
          if (attempt === RESTARTS_MAX || !String(failure).includes('shared memory')) throw failure
          await elapsed(RESTART_DELAY)
        }
      }
    },
    async freeze(duration) {
      const processes = [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]
      for (const id of processes) process.kill(id, 'SIGSTOP')
      await elapsed(duration)
      for (const id of processes) process.kill(id, 'SIGCONT')
    },
    async stop() {
      process.off('exit', abandon)
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
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

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`PostgreSQL did not start:\n${output}`))
    const timer = setTimeout(fail, START_TIMEOUT)
    server.once('exit', fail)
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 10_000) output += text
      if (!output.includes('ready to accept connections')) return
      clearTimeout(timer)
      server.off('exit', fail)
      resolve()
    })
  })
}
