import type { Process } from './device.ts'

/** An answer as it goes over the wire. */
export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  /** false: made up by something between device and server */
  ours: boolean
}

/** One request on its way: it outlives the process that made it, and its answer may come when nobody waits for it. */
export interface Flight {
  id: number
  process: Process
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  cookie: string
  /** true time of leaving, ms */
  leftAt: number
  /** the server has had it */
  reached: boolean
  /** gives the waiting process its answer; nothing when nobody waits any more */
  answer: ((answer: Answer | 'cut') => void) | undefined
}

export const isMutation = ({ method, path }: Pick<Flight, 'method' | 'path'>) =>
  method !== 'GET' && path.startsWith('/api/user/')

/** What `fetch` of a process does: the request stands in the world until somebody decides what becomes of it. */
export function fetchOf(process: Process) {
  return (input: string, init: RequestInit = {}) =>
    new Promise<object>((resolve, reject) => {
      const { device } = process
      const { world } = device
      if (!process.lives('before a request leaves')) return
      const signal = init.signal ?? undefined
      if (signal?.aborted) return reject(signal.reason)
      const headers = Object.fromEntries(new Headers(init.headers))
      const flight: Flight = {
        id: world.flightsEver++,
        process,
        method: init.method ?? 'GET',
        path: input.replace(/^https?:\/\/[^/]+/, ''),
        headers,
        body: (init.body as string | null | undefined) ?? null,
        cookie: device.cookies(),
        leftAt: world.time.now,
        reached: false,
        answer(answer) {
          flight.answer = undefined
          signal?.removeEventListener('abort', giveUp)
          world.time.task(() =>
            process.receive(() => {
              if (!process.lives('before an answer is read')) return
              if (answer === 'cut') return reject(new TypeError('Failed to fetch'))
              world.ledger.heard(flight, answer)
              device.takeCookies(answer.headers['set-cookie'])
              resolve(asResponse(answer))
            }),
          )
        },
      }
      const giveUp = () => {
        flight.answer = undefined
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      world.flights.push(flight)
      world.ledger.left(flight)
      world.note(`${process.name} → ${flight.method} ${flight.path} ${flight.body ?? ''} #${flight.id}`)
      process.lives('after a request left')
    })
}

/** As much of a Response as the data floor reads. */
function asResponse({ status, headers, text }: Answer) {
  return {
    status,
    ok: status >= 200 && status < 300,
    type: status === 0 ? 'opaqueredirect' : 'cors',
    headers: new Headers(headers),
    body: {},
    text: async () => text,
  }
}
