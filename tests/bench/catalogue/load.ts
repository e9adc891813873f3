import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'

/** As many as the promises speak of. */
export const CLIENTS = 20

export interface Load {
  /** ms, in order */
  times: number[]
  failures: number
  /** ms of the server's processor for each call; nothing where nobody tells */
  processor: number
}

/** A server that is asked, by its port and its process. */
export interface Asked {
  port: number
  pid: number | undefined
}

/**
 * So many clients, each asking `calls` times, the next after a pause: `pause` says how long, in ms. Without one each
 * client asks again at once, which no person does: then the times say how long a queue of twenty is.
 */
export async function ask(
  { port, pid }: Asked,
  paths: readonly string[],
  { clients = CLIENTS, calls, pause }: { clients?: number; calls: number; pause?: () => number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const load: Load = { times: [], failures: 0, processor: Number.NaN }
  const before = processorOf(pid)
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      // Nobody begins at the same moment as all others.
      if (pause) await resting(pause() * (client / clients))
      for (let call = 0; call < calls; call++) {
        await timed(load, agent, port, paths[(client * calls + call) % paths.length] ?? '/')
        if (pause) await resting(pause())
      }
    }),
  )
  agent.destroy()
  load.processor = (processorOf(pid) - before) / (clients * calls)
  load.times.sort((one, other) => one - other)
  return load
}

/** So many calls a second, whether or not the ones before are answered. */
export async function pour({ port }: Asked, paths: readonly string[], rate: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const load: Load = { times: [], failures: 0, processor: Number.NaN }
  const started = performance.now()
  const running: Promise<void>[] = []
  for (let call = 0; call < rate * seconds; call++) {
    const late = started + (1000 * call) / rate - performance.now()
    if (late > 0) await resting(late)
    running.push(timed(load, agent, port, paths[call % paths.length] ?? '/'))
  }
  await Promise.all(running)
  agent.destroy()
  load.times.sort((one, other) => one - other)
  return load
}

export function share({ times }: Load, part: number): number {
  return times[Math.floor(part * (times.length - 1))] ?? Number.NaN
}

/** As a browser asks; only 200 is good. */
function timed(load: Load, agent: Agent, port: number, path: string): Promise<void> {
  return new Promise((done) => {
    const started = performance.now()
    const end = (isGood: boolean) => {
      load.times.push(performance.now() - started)
      if (!isGood) load.failures++
      done()
    }
    get({ agent, port, path, host: '127.0.0.1', headers: { 'Accept-Encoding': 'gzip, br' } }, (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode === 200))
    }).on('error', () => end(false))
  })
}

function resting(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** ms since the process began, in steps of ten; Linux alone tells. */
function processorOf(pid: number | undefined): number {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return Number.NaN
  }
}
