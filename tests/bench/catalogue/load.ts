import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** The number of clients of docs/quality.md#speed. */
export const CLIENTS = 20

export interface Load {
  /** In ms, sorted. */
  times: number[]
  failures: number
  /** Processor time per call of the server and of its database, in ms; undefined where the system does not report it. */
  processor: number
  database: number
}

/** The measured server, with its process and the parent of its database processes. */
export interface Asked {
  port: number
  pid: number | undefined
  database?: number | undefined
}

export interface Call {
  path: string
  headers?: Record<string, string>
  /** The body of a POST; a GET without it. */
  body?: string
}

/** Returns the next call. */
export type Next = () => Call

/**
 * Runs clients that make `calls` calls each, with a pause in ms between them. Without a pause, the times measure a queue
 * as long as the number of clients.
 */
export async function ask(
  { port, pid, database }: Asked,
  next: Next,
  { clients = CLIENTS, calls, pause }: { clients?: number; calls: number; pause?: () => number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const load = noLoad()
  const before = [processorOf(pid), processorOfChildren(database)] as const
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      // Spreads the first calls.
      if (pause) await resting(pause() * (client / clients))
      for (let call = 0; call < calls; call++) {
        await timed(load, agent, port, next())
        if (pause) await resting(pause())
      }
    }),
  )
  agent.destroy()
  load.processor = (processorOf(pid) - before[0]) / (clients * calls)
  load.database = (processorOfChildren(database) - before[1]) / (clients * calls)
  load.times.sort((one, other) => one - other)
  return load
}

/** Makes calls at a fixed rate per second, whether or not earlier ones have finished. */
export async function pour({ port, pid, database }: Asked, next: Next, rate: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const load = noLoad()
  const before = [processorOf(pid), processorOfChildren(database)] as const
  const started = performance.now()
  const running: Promise<void>[] = []
  for (let call = 0; call < rate * seconds; call++) {
    const late = started + (1000 * call) / rate - performance.now()
    if (late > 0) await resting(late)
    running.push(timed(load, agent, port, next()))
  }
  await Promise.all(running)
  agent.destroy()
  load.processor = (processorOf(pid) - before[0]) / running.length
  load.database = (processorOfChildren(database) - before[1]) / running.length
  load.times.sort((one, other) => one - other)
  return load
}

export function share({ times }: Load, part: number): number {
  return times[Math.floor(part * (times.length - 1))] ?? Number.NaN
}

function noLoad(): Load {
  return { times: [], failures: 0, processor: Number.NaN, database: Number.NaN }
}

/** Makes one call as a browser does. Throws unless the status is 200. */
function timed(load: Load, agent: Agent, port: number, { path, headers: own, body }: Call): Promise<void> {
  return new Promise((done) => {
    const started = performance.now()
    const end = (isGood: boolean) => {
      load.times.push(performance.now() - started)
      if (!isGood) load.failures++
      done()
    }
    const headers = { 'Accept-Encoding': 'gzip, br', ...own }
    request(
      { agent, port, path, host: '127.0.0.1', method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => end(answer.statusCode === 200))
      },
    )
      .on('error', () => end(false))
      .end(body)
  })
}

function resting(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** Processor time of a process, in ms, in steps of ten. Linux only. */
function processorOf(pid: number | string | undefined): number {
  const fields = statOf(pid)
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** The parent counts the time of ended processes. */
function processorOfChildren(parent: number | undefined): number {
  if (parent === undefined) return Number.NaN
  const fields = statOf(parent)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === parent)
    .reduce((sum, pid) => sum + (processorOf(pid) || 0), 10 * (Number(fields[13]) + Number(fields[14])))
}

/** The fields of /proc/PID/stat from the state on (proc(5)). */
function statOf(pid: number | string | undefined): string[] {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return after.split(' ')
  } catch {
    return []
  }
}

/** The parent of a process. */
export function parentOf(pid: number): number | undefined {
  return Number(statOf(pid)[1]) || undefined
}
