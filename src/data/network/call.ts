import { ofetch } from 'ofetch'
import * as v from 'valibot'
import { accountApi } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { expireSession, restoreSession, TOKEN_COOKIE } from '#data/database/session.ts'
import { readCookie } from '#data/platform/cookies.ts'
import { withLock } from '#data/platform/lock.ts'
import { apiBase } from './apiBase.ts'
import { markReachable, markUnreachable } from './connectivity.ts'
import { Refused, Unreachable } from './failures.ts'

/** A call without an answer for this long has an unknown outcome, in ms (sync page). */
const TIMEOUT = 15_000
const XSRF_COOKIE = 'XSRF-TOKEN'
/** No answer comes later than this after its question, in ms: one repetition for the sake of the CSRF cookie included. */
export const MAX_CALL_DURATION = 3 * TIMEOUT
/** The longest `Retry-After` we follow, in ms (sync page). */
export const RETRY_AFTER_CAP = 600_000

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Further headers (a queued mutation's). */
  headers?: Record<string, string> | undefined
  /** The token to call with: a queued mutation goes out under the person who made it, whoever is signed in by now. */
  token?: string | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean | undefined
  /** Takes no copy the browser keeps without asking the server whether it is still true. */
  revalidate?: boolean | undefined
}

interface Parts {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

/** A call as data: it can be made by itself or inside a batch. */
export interface ApiRequest<Reply> {
  method: 'GET' | 'POST' | 'DELETE'
  /** filled in */
  path: string
  body: unknown
  reply: v.GenericSchema<unknown, Reply>
}

type Loose<T> = { [K in keyof T]?: T[K] | undefined }

/** What a call takes besides its options: the named parts of its path, its query, its body. */
export type CallParts<Params, Query, Body> = (keyof Params extends never ? object : { params: Params }) &
  (keyof Query extends never ? object : { query?: Loose<Query> }) &
  ([Body] extends [undefined] ? object : { body: Body })

/** Puts a call of the contract down as data, without making it. */
export function ask<Params, Query, Body, Reply>(
  { method, path, reply }: Endpoint<Params, Query, Body, Reply>,
  parts: NoInfer<CallParts<Params, Query, Body>>,
): ApiRequest<Reply> {
  const { body, ...rest } = parts as Parts
  return { method, path: pathOf(path, rest), body, reply }
}

/** Makes a call of the contract; as `perform`. */
export function call<Params, Query, Body, Reply>(
  endpoint: Endpoint<Params, Query, Body, Reply>,
  parts: NoInfer<CallParts<Params, Query, Body>>,
  options: CallOptions = {},
): Promise<Reply> {
  return perform(ask(endpoint, parts), options)
}

/**
 * The only way to the server. Throws `Unreachable` when there is no answer of ours, `Refused` when there is one and it
 * says no. A 419 fetches the CSRF cookie once and repeats with the same headers (API page); a 401 to the current
 * token marks the session expired.
 */
export async function perform<Reply>(asked: ApiRequest<Reply>, options: CallOptions = {}): Promise<Reply> {
  const token = options.token ?? (await currentToken())
  let answer = await attempt(asked, options, token)
  if (answer.status === 419) {
    await refreshCsrfCookie(answer.xsrf)
    answer = await attempt(asked, options, token)
  }
  const body = readJson(answer.text)
  if (answer.status >= 200 && answer.status < 300) return parseReply(asked, body)
  const refused = refusalFrom(answer.status, body, answer.retryAfter)
  if ((answer.status === 401 || answer.status === 419) && !refused.isForeign && token !== undefined)
    await expireSession(token).catch(() => undefined)
  throw refused
}

/** Without its database the device can still ask as whoever the cookie says. */
async function currentToken(): Promise<string | undefined> {
  try {
    return (await restoreSession()).token
  } catch {
    return readCookie(TOKEN_COOKIE)
  }
}

let csrfRefresh: Promise<void> | undefined

/**
 * Fetches the CSRF cookie once for all calls that miss it, of this and of other tabs: each fetching its own would take
 * the cookie from under the others between their reading and their sending of it. `refused`: the value that was refused;
 * when another one is there by now, that one is tried.
 */
function refreshCsrfCookie(refused: string | undefined): Promise<void> {
  csrfRefresh ??= withLock('parde-csrf', undefined, {
    async run() {
      const present = await readCookie(XSRF_COOKIE)
      if (present !== undefined && present !== refused) return
      await attempt(ask(accountApi.csrfCookie, {}), {}, undefined)
    },
  }).finally(() => {
    csrfRefresh = undefined
  })
  return csrfRefresh
}

interface RawAnswer {
  /** the CSRF token that was sent */
  xsrf: string | undefined
  status: number
  text: string
  retryAfter: number | undefined
}

function headersOf(options: CallOptions, token: string | undefined): Record<string, string> {
  return {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...options.headers,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  }
}

async function attempt(
  asked: ApiRequest<unknown>,
  options: CallOptions,
  token: string | undefined,
): Promise<RawAnswer> {
  const headers = headersOf(options, token)
  const xsrf = asked.method === 'GET' ? undefined : await readCookie(XSRF_COOKIE)
  if (xsrf !== undefined) headers['X-XSRF-TOKEN'] = xsrf
  const timeout = AbortSignal.timeout(TIMEOUT)
  try {
    const response = await ofetch.raw(`${await apiBase()}${asked.path}`, {
      method: asked.method,
      headers,
      body: asked.body === undefined ? null : JSON.stringify(asked.body),
      credentials: 'include',
      redirect: 'manual',
      responseType: 'text',
      retry: 0,
      ignoreResponseError: true,
      keepalive: options.keepalive ?? false,
      cache: options.revalidate ? 'no-cache' : 'default',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    if (isForeign(response)) throw new Unreachable('foreign')
    markReachable()
    return { xsrf, status: response.status, text: response._data ?? '', retryAfter: parseRetryAfter(response.headers) }
  } catch (failure) {
    if (options.signal?.aborted) throw new Unreachable('aborted')
    markUnreachable()
    if (failure instanceof Unreachable) throw failure
    throw new Unreachable(timeout.aborted ? 'timeout' : 'network')
  }
}

/** Redirects, opaque answers and pages in place of data never come from our API: some network wants to be signed in to. */
function isForeign({ ok, status, headers }: Response): boolean {
  if (ok) return headers.get('Content-Type')?.startsWith('text/html') === true
  return status === 0 || (status >= 300 && status < 400)
}

/**
 * Asks whether anybody is there, for the head of an answer. No cookie, no header of ours: such a question costs no
 * preflight. Nothing when nobody answers in time; `status` 0 is somebody who sends elsewhere.
 */
export async function fetchHead(url: string, patience: number): Promise<{ status: number; type: string } | undefined> {
  try {
    const { status, headers } = await ofetch.raw(url, {
      method: 'HEAD',
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
      retry: 0,
      ignoreResponseError: true,
      signal: AbortSignal.timeout(patience),
    })
    return { status, type: headers.get('Content-Type') ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Opens a stream of the server's; what comes, piece by piece, until the server ends it. One that says nothing for `silence`
 * (ms) is given up. Throws as `perform`. A stream that breaks says nothing of the network: they do not live long.
 */
export async function* openStream(
  { path, accept, silence }: { path: string; accept: string; silence: number },
  options: CallOptions & { token: string },
): AsyncGenerator<string> {
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  let patience = setTimeout(() => stop.abort(), TIMEOUT)
  try {
    const response = await ofetch.raw<ReadableStream<Uint8Array>, 'stream'>(`${await apiBase()}${path}`, {
      headers: headersOf({ headers: { Accept: accept, ...options.headers } }, options.token),
      credentials: 'include',
      redirect: 'manual',
      responseType: 'stream',
      retry: 0,
      ignoreResponseError: true,
      cache: 'no-store',
      signal,
    })
    if (response.status >= 400) {
      const said = readJson(await new Response(response._data ?? null).text())
      throw refusalFrom(response.status, said, parseRetryAfter(response.headers))
    }
    if (response.status !== 200 || !response.headers.get('Content-Type')?.startsWith(accept) || !response._data)
      throw new Unreachable('foreign')
    markReachable()
    const reader = response._data.getReader()
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const decoder = new TextDecoder()
    for (;;) {
      clearTimeout(patience)
      patience = setTimeout(() => stop.abort(), silence)
      const { value, done } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } catch (failure) {
    if (failure instanceof Unreachable || failure instanceof Refused) throw failure
    throw new Unreachable(options.signal?.aborted ? 'aborted' : stop.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(patience)
    stop.abort()
  }
}

function pathOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === false) continue
    search.set(name, value === true ? '1' : String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** The answer to a call, from the JSON that came. */
export function parseReply<Reply>({ reply }: Pick<ApiRequest<Reply>, 'reply'>, body: unknown): Reply {
  const read = v.safeParse(reply, body)
  // A 2xx that is not what our server says comes from something in between: the outcome is unknown (sync page).
  if (!read.success) throw new Unreachable('foreign')
  return read.output
}

/** A refusal, from the status and the JSON that came. `retryAfter` in ms. */
export function refusalFrom(status: number, body: unknown, retryAfter: number | undefined): Refused {
  const read = v.safeParse(Failure, body)
  const wait = retryAfter === undefined ? undefined : Math.min(Math.max(0, retryAfter), RETRY_AFTER_CAP)
  return new Refused(status, read.success ? read.output : { message: '' }, wait, read.success)
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in ms (RFC 9110, section 10.2.3: seconds or a date). */
export function parseRetryAfter(headers: Headers): number | undefined {
  const raw = headers.get('Retry-After')
  if (raw === null) return undefined
  const seconds = Number(raw)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(raw) - Date.parse(headers.get('Date') ?? '')
  return Number.isFinite(wait) ? wait : undefined
}
