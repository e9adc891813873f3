import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** As many as the promises speak of. */
export const CLIENTS = 20

export interface Load {
  /** ms, in order */
  times: number[]
  failures: number
  /** ms of processor time for each call: what the server needs, and what its database does; nothing where nobody tells */
  processor: number
  database: number
}

/** A server that is asked, by its port and its process, and the process that its database's are children of. */
export interface Asked {
  port: number
  pid: number | undefined
  database?: number | undefined
}

export interface Call {
  path: string
  /** What is sent along, as somebody; without it something is asked for. */
  post?: { body: string; headers: Record<string, string> }
}

/** What is asked next. */
export type Next = () => Call

/**
 * So many clients, each asking `calls` times, the next after a pause: `pause` says how long, in ms. Without one each
 * client asks again at once, which no person does: then the times say how long a queue of twenty is.
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
      // Nobody begins at the same moment as all others.
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

/** So many calls a second, whether or not the ones before are answered. */
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

/** As a browser asks; only 200 is good. */
function timed(load: Load, agent: Agent, port: number, { path, post }: Call): Promise<void> {
  return new Promise((done) => {
    const started = performance.now()
    const end = (isGood: boolean) => {
      load.times.push(performance.now() - started)
      if (!isGood) load.failures++
      done()
    }
    const headers = { 'Accept-Encoding': 'gzip, br', ...post?.headers }
    request({ agent, port, path, host: '127.0.0.1', method: post ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode === 200))
    })
      .on('error', () => end(false))
      .end(post?.body)
  })
}

function resting(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** ms since the process began, in steps of ten; Linux alone tells. */
function processorOf(pid: number | string | undefined): number {
  const fields = statOf(pid)
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Those that have ended are counted by their parent. */
function processorOfChildren(parent: number | undefined): number {
  if (parent === undefined) return Number.NaN
  const fields = statOf(parent)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === parent)
    .reduce((sum, pid) => sum + (processorOf(pid) || 0), 10 * (Number(fields[13]) + Number(fields[14])))
}

/** The process's state, its parent and what follows (proc(5), "stat"). */
function statOf(pid: number | string | undefined): string[] {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return after.split(' ')
  } catch {
    return []
  }
}

/** The process that started another one. */
export function parentOf(pid: number): number | undefined {
  return Number(statOf(pid)[1]) || undefined
}
