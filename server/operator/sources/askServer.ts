import { setTimeout as delay } from 'node:timers/promises'
import { CommandError } from '#server/operator/command.ts'
import { parseJson } from '#server/platform/parseJson.ts'

/** A server that a source reads from. */
export interface AskedServer {
  /** for messages */
  name: string
  headers: Readonly<Record<string, string>>
  /** how long one call may take, in ms; default: `TIMEOUT` */
  timeout?: number
  /** Waits some ms before a call is repeated. Default: a timer. */
  wait?: (ms: number) => Promise<unknown>
}

/** Wikidata's query service cancels a query after a minute. */
const TIMEOUT = 70_000
/** Calls before a source gives up. */
const ATTEMPTS = 6
/** Wait before the second call, in ms; doubled each time. */
const FIRST_WAIT = 2_000
/** A longer `Retry-After`, in ms, ends the run: it can be continued later. */
const WAIT_MAX = 10 * 60_000
/** Largest answer, in bytes: fifty large entities of Wikidata are about a tenth. */
const ANSWER_MAX = 64 * 2 ** 20

/** The server has nothing at this address (404). */
export class NotFound extends Error {}

/** A call that may work later. */
class Unavailable extends Error {
  constructor(
    message: string,
    /** in ms, as the server asks */
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(message)
  }
}

/**
 * Reads an address. Repeats the call after 429, 5xx, a lost connection and an answer that `parse` returns undefined for, as
 * `Retry-After` says or after a growing pause. Throws `NotFound`, or a `CommandError` for a refused key and when all attempts failed.
 */
export async function ask<Answer>(
  server: AskedServer,
  url: URL,
  parse: (body: Uint8Array) => Answer | undefined,
): Promise<Answer> {
  const { name, wait = delay } = server
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(server, url, parse)
    } catch (error) {
      const reason = reasonToRepeat(error)
      if (reason === undefined) throw error
      const pause = reason.retryAfter ?? FIRST_WAIT * 2 ** (attempt - 1)
      if (attempt === ATTEMPTS || pause > WAIT_MAX)
        throw new CommandError(`${name} cannot be read now: ${reason.message}. The same command continues later.`)
      await wait(pause)
    }
  }
}

/** An answer in JSON; undefined for other content, such as the error page of a proxy. */
export function jsonOf(body: Uint8Array): unknown {
  return parseJson(Buffer.from(body).toString())
}

async function askOnce<Answer>(
  { name, headers, timeout = TIMEOUT }: AskedServer,
  url: URL,
  parse: (body: Uint8Array) => Answer | undefined,
): Promise<Answer> {
  // Headers may have the operator's key: no other host gets them.
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) })
  const { status } = response
  const body = await bodyOf(response)
  if (status === 404) throw new NotFound(`${name} has nothing at ${url.pathname}`)
  if (status === 401 || status === 403) throw new CommandError(`${name} refuses the key or the caller (${status}).`)
  const retryAfter = secondsOf(response.headers.get('Retry-After'))
  if (status === 429 || status >= 500) throw new Unavailable(`it answers ${status}`, retryAfter)
  if (status !== 200) throw new CommandError(`${name} answers ${status} to ${url.pathname}.`)
  const answer = parse(body)
  if (answer === undefined) throw new Unavailable('its answer is not as documented', retryAfter)
  return answer
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > ANSWER_MAX) throw new Unavailable(`its answer is larger than ${ANSWER_MAX} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function reasonToRepeat(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  // `fetch` fails with a TypeError that has a cause when the connection does, and ends with a TimeoutError.
  if (error instanceof TypeError && error.cause !== undefined) return new Unavailable('the connection failed')
  return error instanceof Error && error.name === 'TimeoutError' ? new Unavailable('it does not answer') : undefined
}

/** `Retry-After` in ms: seconds, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
