import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { v4 as randomUuid } from 'uuid'
import { ignoring } from '#server/platform/reportError.ts'
import { retryWhileRestarting } from '#server/platform/retryWhileRestarting.ts'
import { StartupError } from '#server/platform/startupError.ts'

const PREFIX = 'lock-'
const SUFFIX = '.sock'
/** A socket's path is at most 104 bytes on macOS and 108 on Linux, with its closing zero (`man 7 unix`). */
const MAX_SOCKET_PATH = 103
/** A holder whose event loop is busy accepts connections but may not name itself within this time, in ms. */
const NAME_TIMEOUT = 500
/** Versions before November 2026 touched a file called `lock` every 10 s; a newer file than this, in ms, is still held. */
const LEGACY_TIMEOUT = 30_000
/** Two processes that start together both retreat; a random pause up to this, in ms, separates them. */
const MAX_BACKOFF = 300

/**
 * Locks a data folder for this process and returns the release function. Two processes on one embedded database lose
 * data silently. Throws `StartupError` when another process still holds the folder after `timeout` ms.
 * The lock is a listening socket in the folder: the kernel closes it with its process, and it can be probed from
 * containers with their own process ids and host names. Each process listens first and then looks for others, so of two
 * that start together at least one finds the other. Socket names are never reused, so removing a dead one cannot remove
 * a live one.
 */
export async function lockFolder(folder: string, timeout?: number): Promise<() => Promise<void>> {
  expectShort(folder)
  mkdirSync(folder, { recursive: true })
  return retryWhileRestarting(async () => {
    const own = `${PREFIX}${randomUuid()}${SUFFIX}`
    const server = await listen(socketPath(folder, own))
    const release = () => new Promise<void>((done) => server.close(() => done()))
    try {
      await expectNoOther(folder, own)
      return release
    } catch (problem) {
      await release()
      await wait(Math.random() * MAX_BACKOFF)
      throw problem
    }
  }, timeout)
}

async function expectNoOther(folder: string, own: string): Promise<void> {
  const legacy = statSync(join(folder, 'lock'), { throwIfNoEntry: false })
  if (legacy && Date.now() - legacy.mtimeMs < LEGACY_TIMEOUT) throw inUse(folder, 'a server of an older version')
  const names = readdirSync(folder)
  for (const name of names) {
    if (name === own || !name.startsWith(PREFIX) || !name.endsWith(SUFFIX)) continue
    const holder = await probe(socketPath(folder, name))
    if (holder !== undefined) throw inUse(folder, holder)
    rmSync(join(folder, name), { force: true })
  }
  // Another process that probed between our `bind` and `listen` has removed the socket: nobody could find this lock.
  if (!readdirSync(folder).includes(own)) throw inUse(folder, 'another server that is starting')
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', ignoreBrokenProbe)
    socket.end(`process ${process.pid} on ${hostname()}`)
  })
  // The lock alone does not keep the process running.
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

/** A probe that hangs up before it has read the holder's name is answered all the same. */
function ignoreBrokenProbe(error: NodeJS.ErrnoException): void {
  ignoring('answering a probe of the folder lock', 'EPIPE', 'ECONNRESET')(error)
}

/** The name of the process behind a socket; undefined when no process listens on it. */
function probe(path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let name = ''
    const named = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(name || 'another process')
    }
    const timer = setTimeout(named, NAME_TIMEOUT)
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      name += text
    })
    socket.on('end', named)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
      else if (error.code === 'ECONNRESET' || error.code === 'EAGAIN') resolve('another process')
      else reject(error)
    })
  })
}

/** The shorter of the absolute and the relative path, since sockets limit its length. */
export function socketPath(folder: string, name: string): string {
  const absolute = join(folder, name)
  const fromHere = relative('', absolute)
  return Buffer.byteLength(fromHere) < Buffer.byteLength(absolute) ? fromHere : absolute
}

function expectShort(folder: string): void {
  if (Buffer.byteLength(socketPath(folder, `${PREFIX}${randomUuid()}${SUFFIX}`)) <= MAX_SOCKET_PATH) return
  throw new StartupError(
    `The path of the data folder ${folder} is too long for its lock. Choose a shorter one by DATA_DIR.`,
  )
}

function inUse(folder: string, holder: string): StartupError {
  return new StartupError(
    `The data folder ${folder} is in use by ${holder}. Stop that one first, or give this one another folder by DATA_DIR.`,
  )
}
