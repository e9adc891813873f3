import { v7 as uuid } from 'uuid'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import { operations, schemaValidator } from '#tests/harness/openapi.ts'

/** A requirement that the backend does not meet, as a sentence for its developers. */
export class Unmet extends Error {
  override name = 'Unmet'
}

export interface Answer {
  status: number
  headers: Headers
  /** parsed JSON; undefined without a body */
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers freely; the document's schemas check them
  json: any
}

export interface CallParts {
  /** path parameters by name */
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
  /** the expected status; otherwise any success */
  status?: number
}

/** Time limit of a call, in ms. */
const TIMEOUT = 20_000

/** One device: its cookies, its token and its sequence of mutations. */
export class Client {
  token: string | undefined
  readonly #cookies = new Map<string, string>()
  readonly #base: string
  readonly id = uuid()
  #sequence = 0

  constructor(base: string) {
    this.#base = base.replace(/\/$/, '')
  }

  /**
   * Makes a call of the document by its operation id. Throws `Unmet` when the answer has another status than expected,
   * or a body that the document does not describe.
   */
  async call(id: string, { params = {}, query = {}, body, headers = {}, status }: CallParts = {}): Promise<Answer> {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`docs/openapi.json has no call ${id}`)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const name = `${operation.method} ${path}`
    const answer = await this.request(operation.method, search.size > 0 ? `${path}?${search}` : path, body, headers)
    const isExpected = status === undefined ? answer.status < 300 : answer.status === status
    if (!isExpected)
      throw new Unmet(`${name} answers ${answer.status}, not ${status ?? 'a success'}: ${textOf(answer)}`)
    if (!operation.answers.has(answer.status))
      throw new Unmet(`${name} answers ${answer.status}, which the document lacks`)
    const schema = operation.answers.get(answer.status)
    const check = schema && schemaValidator(schema)
    if (check && !check(answer.json)) {
      const [error] = check.errors ?? []
      throw new Unmet(`${name}: ${error?.instancePath || 'the body'} ${error?.message}, in ${textOf(answer)}`)
    }
    return answer
  }

  /** Makes a queued mutation: with a new key and the next sequence, unless `headers` say otherwise. */
  mutate(id: string, { headers, ...parts }: CallParts): Promise<Answer> {
    this.#sequence += 1
    const own = {
      [HEADER_KEY]: uuid(),
      [HEADER_CLIENT]: this.id,
      [HEADER_SEQ]: String(this.#sequence),
      [HEADER_AGE]: '0',
    }
    return this.call(id, { ...parts, headers: { ...own, ...headers } })
  }

  /** Sends a request with the cookies and the token. Throws `Unmet` without an answer. */
  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    if (method !== 'GET' && !this.#cookies.has('XSRF-TOKEN')) await this.call('account.csrfCookie')
    const response = await this.open(method, path, body, { signal: AbortSignal.timeout(TIMEOUT), headers })
    const text = await response.text()
    const isJson = /^application\/json/.test(response.headers.get('Content-Type') ?? '')
    if (text !== '' && !isJson)
      throw new Unmet(`${method} ${path} answers ${response.status} with a body that is not JSON`)
    return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) }
  }

  /** Sends a request and leaves the body unread, for streams. */
  async open(
    method: string,
    path: string,
    body: unknown,
    { signal, headers }: { signal: AbortSignal; headers: Record<string, string> },
  ): Promise<Response> {
    try {
      const response = await fetch(`${this.#base}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          'X-Requested-With': 'XMLHttpRequest',
          ...(method !== 'GET' && {
            'Content-Type': 'application/json',
            'X-XSRF-TOKEN': decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? ''),
          }),
          Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
          ...headers,
        },
        body: method === 'GET' ? null : JSON.stringify(body ?? {}),
        redirect: 'manual',
        signal,
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        this.#cookies.set(name, value)
      }
      return response
    } catch (error) {
      const { message, cause } = error instanceof Error ? error : new Error(String(error))
      throw new Unmet(`${method} ${path} has no answer: ${cause instanceof Error ? cause.message : message}`)
    }
  }

  hasCookie(name: string): boolean {
    return this.#cookies.has(name)
  }
}

function textOf({ json }: Answer): string {
  return (JSON.stringify(json) ?? 'an empty body').slice(0, 200)
}
