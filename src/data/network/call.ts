import { ofetch } from 'ofetch'
import * as v from 'valibot'
import { accountApi } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { expireSession, restoreSession, TOKEN_COOKIE } from '#data/database/session.ts'
import { anySignal } from '#data/platform/anySignal.ts'
import { canReadCookies, readCookie } from '#data/platform/cookies.ts'
import { FETCH_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { withLock } from '#data/platform/lock.ts'
import { singleFlight } from '#data/platform/singleFlight.ts'
import { apiBase } from './apiBase.ts'
import { markReachable, markUnreachable } from './connectivity.ts'
import { Refused, Unreachable } from './failures.ts'

/** After this long without an answer the outcome is unknown, in ms (docs/sync.md#outcomes). */
const TIMEOUT = 15_000
/** Additional time per character of a body, in ms: two bytes at 32 kbit/s. */
const UPLOAD_TIME = 0.5
/**
 * Longest answer in characters, twice that of a data export with 10,000 titles. Parsing a longer one would freeze the
 * page, so it counts as an answer of an intermediary.
 */
const MAX_ANSWER = 32_000_000
const XSRF_COOKIE = 'XSRF-TOKEN'
/** Longest `Retry-After` that is honoured, in ms (docs/sync.md#outcomes). */
export const RETRY_AFTER_CAP = 600_000

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Additional headers, for queued mutations. */
  headers?: Record<string, string> | undefined
  /** Overrides the current token: a queued mutation is sent as the user who made it. */
  token?: string | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean | undefined
  /** Makes the browser's HTTP cache revalidate its copy. */
  revalidate?: boolean | undefined
  /** A report that no user needs: sent without the user's token, and a failure says nothing about the connection. */
  isReport?: boolean | undefined
}

interface Parts {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

/** A request as data. It can be sent alone or inside a batch. */
export interface ApiRequest<Reply> {
  method: 'GET' | 'POST' | 'DELETE'
  /** With the parameters filled in. */
  path: string
  body: unknown
  reply: v.GenericSchema<unknown, Reply>
}

type Loose<T> = { [K in keyof T]?: T[K] | undefined }

/** Arguments of a call: path parameters, query and body. */
export type CallParts<Params, Query, Body> = (keyof Params extends never ? object : { params: Params }) &
  (keyof Query extends never ? object : { query?: Loose<Query> }) &
  ([Body] extends [undefined] ? object : { body: Body })

/** Builds a request from an endpoint of the contract, without sending it. */
export function ask<Params, Query, Body, Reply>(
  { method, path, reply }: Endpoint<Params, Query, Body, Reply>,
  parts: NoInfer<CallParts<Params, Query, Body>>,
): ApiRequest<Reply> {
  const { body, ...rest } = parts as Parts
  return { method, path: pathOf(path, rest), body, reply }
}

/** Sends a request for an endpoint of the contract; see `perform`. */
export function call<Params, Query, Body, Reply>(
  endpoint: Endpoint<Params, Query, Body, Reply>,
  parts: NoInfer<CallParts<Params, Query, Body>>,
  options: CallOptions = {},
): Promise<Reply> {
  return perform(ask(endpoint, parts), options)
}

/**
 * Sends a request. Throws `Unreachable` without a valid answer, and `Refused` when the server refuses. A 419 refreshes
 * the CSRF cookie and repeats the request once (docs/api.md#authentication). A 401 for the current token marks the
 * session expired.
 */
export async function perform<Reply>(request: ApiRequest<Reply>, options?: CallOptions): Promise<Reply> {
  return (await performLogged(request, options)).reply
}

/** Does the same as `perform`, and returns the id under which the server logged the request. */
export async function performLogged<Reply>(
  request: ApiRequest<Reply>,
  options: CallOptions = {},
): Promise<{ reply: Reply; requestId: string | undefined }> {
  // The server would refuse the CSRF token for good, as if the session had ended. A page sends the request later.
  if (request.method !== 'GET' && !canReadCookies()) throw new Unreachable('aborted')
  const token = options.isReport ? undefined : (options.token ?? (await currentToken()))
  let answer = await attempt(request, options, token)
  if (answer.status === 419) {
    await refreshCsrfCookie(answer.xsrf)
    answer = await attempt(request, options, token)
  }
  const body = readJson(answer.text)
  if (answer.status >= 200 && answer.status < 300)
    return { reply: parseReply(request, body), requestId: answer.requestId }
  const refused = refusalFrom(answer.status, body, answer)
  if ((answer.status === 401 || answer.status === 419) && !refused.isForeign && token !== undefined)
    await expireSession(token, refused.failure.code).catch(ignoring(...STORAGE_ERRORS))
  throw refused
}

/** Falls back to the cookie when the database cannot be opened. */
async function currentToken(): Promise<string | undefined> {
  try {
    return (await restoreSession()).token
  } catch (failure) {
    ignoring(...STORAGE_ERRORS)(failure)
    return readCookie(TOKEN_COOKIE)
  }
}

/**
 * Refreshes the CSRF cookie once for all calls of all tabs. Parallel refreshes would replace the cookie between another
 * call's reading and sending it. `refused`: the value that the server refused; a different current value is used
 * without a refresh.
 */
const refreshCsrfCookie = singleFlight((refused: string | undefined) =>
  withLock('parde-csrf', undefined, {
    async run() {
      const present = await readCookie(XSRF_COOKIE)
      if (present !== undefined && present !== refused) return
      await attempt(ask(accountApi.csrfCookie, {}), {}, undefined)
    },
  }),
)

interface RawAnswer {
  /** The CSRF token that was sent. */
  xsrf: string | undefined
  status: number
  text: string
  retryAfter: number | undefined
  requestId: string | undefined
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
  request: ApiRequest<unknown>,
  options: CallOptions,
  token: string | undefined,
): Promise<RawAnswer> {
  const headers = headersOf(options, token)
  const xsrf = request.method === 'GET' ? undefined : await readCookie(XSRF_COOKIE)
  if (xsrf !== undefined) headers['X-XSRF-TOKEN'] = xsrf
  const url = `${await apiBase()}${request.path}`
  const body = request.body === undefined ? null : JSON.stringify(request.body)
  const timeout = AbortSignal.timeout(TIMEOUT + Math.ceil((body?.length ?? 0) * UPLOAD_TIME))
  try {
    const response = await ofetch.raw<ReadableStream<Uint8Array>, 'stream'>(url, {
      method: request.method,
      headers,
      body,
      credentials: 'include',
      redirect: 'manual',
      responseType: 'stream',
      retry: 0,
      ignoreResponseError: true,
      keepalive: options.keepalive ?? false,
      cache: options.revalidate ? 'no-cache' : 'default',
      signal: options.signal ? anySignal(options.signal, timeout) : timeout,
    })
    if (isForeign(response)) throw new Unreachable('foreign')
    markReachable()
    return {
      xsrf,
      status: response.status,
      text: await readText(response._data),
      retryAfter: parseRetryAfter(response.headers),
      requestId: parseRequestId(response.headers),
    }
  } catch (failure) {
    if (options.signal?.aborted) throw new Unreachable('aborted')
    if (!options.isReport) markUnreachable()
    if (failure instanceof Unreachable) throw failure
    ignoring('FetchError', ...FETCH_ERRORS)(failure)
    throw new Unreachable(timeout.aborted ? 'timeout' : 'network')
  }
}

/** Reads a body up to `MAX_ANSWER` characters. */
async function readText(body: ReadableStream<Uint8Array> | undefined): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    text += decoder.decode(value, { stream: value !== undefined })
    if (!value) return text
    if (text.length > MAX_ANSWER) {
      await reader?.cancel()
      throw new Unreachable('foreign')
    }
  }
}

/** The API never redirects or answers with HTML: a captive portal or proxy answered. */
function isForeign({ ok, status, headers }: Response): boolean {
  if (ok) return headers.get('Content-Type')?.startsWith('text/html') === true
  return status === 0 || (status >= 300 && status < 400)
}

/**
 * Sends a HEAD request without cookies or custom headers, so it needs no preflight. Returns undefined without an answer
 * in time; `status` 0 is a redirect.
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
  } catch (failure) {
    ignoring('FetchError', ...FETCH_ERRORS)(failure)
    return undefined
  }
}

/**
 * Opens a stream and yields its text until the server ends it. Aborts after `silence` ms without data. Throws like
 * `perform`. A broken stream does not mark the server unreachable: streams are short-lived.
 */
export async function* openStream(
  { path, accept, silence }: { path: string; accept: string; silence: number },
  options: CallOptions & { token: string },
): AsyncGenerator<string> {
  const stop = new AbortController()
  const signal = options.signal ? anySignal(options.signal, stop.signal) : stop.signal
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
      throw refusalFrom(response.status, said, { retryAfter: parseRetryAfter(response.headers) })
    }
    if (response.status !== 200 || !response.headers.get('Content-Type')?.startsWith(accept) || !response._data)
      throw new Unreachable('foreign')
    markReachable()
    const reader = response._data.getReader()
    signal.addEventListener(
      'abort',
      () => void reader.cancel().catch(ignoring('AbortError', 'TimeoutError', 'TypeError')),
    )
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
    ignoring('FetchError', ...FETCH_ERRORS)(failure)
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

/** Parses the body of a successful answer. */
export function parseReply<Reply>({ reply }: Pick<ApiRequest<Reply>, 'reply'>, body: unknown): Reply {
  const read = v.safeParse(reply, body)
  // A 2xx answer that does not match the contract came from an intermediary: the outcome is unknown.
  if (!read.success) throw new Unreachable('foreign')
  return read.output
}

/** Creates a refusal from an answer. `retryAfter` in ms. */
export function refusalFrom(
  status: number,
  body: unknown,
  { retryAfter, requestId }: { retryAfter: number | undefined; requestId?: string | undefined },
): Refused {
  const read = v.safeParse(Failure, body)
  const wait = retryAfter === undefined ? undefined : Math.min(Math.max(0, retryAfter), RETRY_AFTER_CAP)
  const logged = status >= 500 ? requestId : undefined
  return new Refused(status, read.success ? read.output : { message: '' }, wait, read.success, logged)
}

/** An id that is short enough to be shown. */
function parseRequestId(headers: Headers): string | undefined {
  return /^[\w-]{8,64}$/.exec(headers.get('X-Request-Id') ?? '')?.[0]
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (failure) {
    // Deep nesting exceeds the stack in some browsers.
    return ignoring('SyntaxError', 'RangeError')(failure)
  }
}

/** Returns `Retry-After` in ms (RFC 9110, section 10.2.3: seconds or a date). */
export function parseRetryAfter(headers: Headers): number | undefined {
  const raw = headers.get('Retry-After')
  if (raw === null) return undefined
  const seconds = Number(raw)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(raw) - Date.parse(headers.get('Date') ?? '')
  return Number.isFinite(wait) ? wait : undefined
}
