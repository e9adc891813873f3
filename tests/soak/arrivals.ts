import type { Exchange } from '#tests/harness/network/relay.ts'
import type { Arrival } from './history.ts'

/** The mutations of an exchange: one of a single call, several of a batch, none of other calls. */
export function arrivalsOf(exchange: Exchange, people: Map<string, string>): Arrival[] {
  const { method, path, headers, requestBody, status, replyBody } = exchange
  if (method === 'GET' || !path.startsWith('/api/user/')) return []
  const token = String(headers.authorization ?? '').replace('Bearer ', '')
  const sender = { user: people.get(token) ?? token, client: String(headers['x-client-id'] ?? '') }
  const body = read(replyBody)
  if (path === '/api/user/mutations') {
    const { mutations = [] } = read(requestBody) as { mutations?: Sent[] }
    const { data = [] } = body as { data?: { status: number; body?: unknown }[] }
    return mutations.map(({ key, seq, age, path: target }, at) => {
      const answered = data[at]
      const mutation = { key, seq, entity: target.slice('/api/user/'.length), status: answered?.status ?? status }
      return { ...sender, ...mutation, ...resultOf(answered?.body), uncertainty: exchange.at - age - creationTime(key) }
    })
  }
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return []
  const seq = Number(headers['x-client-seq'])
  const uncertainty = exchange.at - Number(headers['x-mutation-age'] ?? 0) - creationTime(key)
  return [
    {
      ...sender,
      key,
      seq,
      entity: path.slice('/api/user/'.length),
      status,
      ...resultOf(body),
      uncertainty: uncertainty,
    },
  ]
}

interface Sent {
  key: string
  seq: number
  age: number
  path: string
}

/** The creation time of a key, in ms: the first 48 bits of a version 7 UUID (RFC 9562). */
function creationTime(key: string): number {
  return Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16)
}

function resultOf(reply: unknown): Pick<Arrival, 'result' | 'version'> {
  const { result, data } = (reply ?? {}) as { result?: string; data?: { version?: number } }
  return { result, version: data?.version ?? 0 }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
