import type { Exchange } from '#tests/harness/relay.ts'
import type { Arrival } from './history.ts'

/** The wishes of an exchange: one of a single call, many of a batch, none of anything else. */
export function arrivalsOf(exchange: Exchange, people: Map<string, string>): Arrival[] {
  const { method, path, headers, requestBody, status, replyBody } = exchange
  if (method === 'GET' || !path.startsWith('/api/user/')) return []
  const token = String(headers.authorization ?? '').replace('Bearer ', '')
  const sender = { user: people.get(token) ?? token, client: String(headers['x-client-id'] ?? '') }
  const body = read(replyBody)
  if (path === '/api/user/mutations') {
    const { mutations = [] } = read(requestBody) as { mutations?: Sent[] }
    const { data = [] } = body as { data?: { status: number; body?: unknown }[] }
    return mutations.map(({ key, seq, age, path: place }, at) => {
      const answered = data[at]
      const wish = { key, seq, entity: place.slice('/api/user/'.length), status: answered?.status ?? status }
      return { ...sender, ...wish, ...said(answered?.body), unsure: exchange.at - age - momentOf(key) }
    })
  }
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return []
  const seq = Number(headers['x-client-seq'])
  const unsure = exchange.at - Number(headers['x-mutation-age'] ?? 0) - momentOf(key)
  return [{ ...sender, key, seq, entity: path.slice('/api/user/'.length), status, ...said(body), unsure }]
}

interface Sent {
  key: string
  seq: number
  age: number
  path: string
}

/** When a key was made, ms: its first 48 bits (RFC 9562, version 7). */
function momentOf(key: string): number {
  return Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16)
}

function said(reply: unknown): Pick<Arrival, 'result' | 'version'> {
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
