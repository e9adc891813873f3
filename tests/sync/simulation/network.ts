import type { Process } from './device.ts'

/** An HTTP response on the wire. */
export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  /** false if a proxy or captive portal made the answer */
  isOurs: boolean
}

/** A request in flight. It survives the process that sent it. */
export interface InFlightRequest {
  id: number
  process: Process
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  cookie: string
  /** true time of sending, ms */
  sentAt: number
  /** delivers the answer to the sender; undefined after that, an abort or a kill */
  answer: ((answer: Answer | 'cut') => void) | undefined
}

export const isMutation = ({ method, path }: Pick<InFlightRequest, 'method' | 'path'>) =>
  method !== 'GET' && path.startsWith('/api/user/')

/** The `fetch` of a process. Requests stay in `world.inFlight` until a step of the plan decides their fate. */
export function fetchOf(process: Process) {
  return (input: string, init: RequestInit = {}) =>
    new Promise<object>((resolve, reject) => {
      const { device } = process
      const { world } = device
      if (!process.survives('before a request leaves')) return
      const signal = init.signal ?? undefined
      if (signal?.aborted) return reject(signal.reason)
      const headers = Object.fromEntries(new Headers(init.headers))
      const request: InFlightRequest = {
        id: world.requestsSent++,
        process,
        method: init.method ?? 'GET',
        path: input.replace(/^https?:\/\/[^/]+/, ''),
        headers,
        body: (init.body as string | null | undefined) ?? null,
        cookie: device.cookies(),
        sentAt: world.time.now,
        answer(answer) {
          request.answer = undefined
          signal?.removeEventListener('abort', onAbort)
          world.time.task(() =>
            process.receive(() => {
              if (!process.survives('before an answer is read')) return
              if (answer === 'cut') return reject(new TypeError('Failed to fetch'))
              world.checker.answerReceived(request, answer)
              device.takeCookies(answer.headers['set-cookie'])
              resolve(asResponse(answer))
            }),
          )
        },
      }
      const onAbort = () => {
        request.answer = undefined
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      world.inFlight.push(request)
      world.checker.requestSent(request)
      world.note(`${process.name} → ${request.method} ${request.path} ${request.body ?? ''} #${request.id}`)
      process.survives('after a request left')
    })
}

/** The subset of `Response` that the data layer reads. */
function asResponse({ status, headers, text }: Answer) {
  return {
    status,
    ok: status >= 200 && status < 300,
    type: status === 0 ? 'opaqueredirect' : 'cors',
    headers: new Headers(headers),
    body: streamOf(text),
  }
}

/** A body of one chunk. Node's streams would wait for real time. */
function streamOf(text: string) {
  const chunks = text === '' ? [] : [new TextEncoder().encode(text)]
  return {
    getReader: () => ({
      async read() {
        const value = chunks.shift()
        return { value, done: value === undefined }
      },
      cancel: async () => undefined,
    }),
  }
}
