import type { Exchange } from '#tests/harness/network/relay.ts'
import type { ClockChange, Device } from './devices.ts'
import type { Arrival } from './history.ts'

/** A key whose creation time fits no clock of its device has an unknown error: larger than any soak takes, in ms. */
const UNKNOWN = 31_536_000_000
/** A changed clock reaches all tabs of a device within this time, in ms. */
const CHANGE_MARGIN = 10_000

/** The mutations of an exchange: one of a single call, several of a batch, none of other calls. `senders`: by token. */
export function arrivalsOf(exchange: Exchange, senders: Map<string, Pick<Device, 'user' | 'clock'>>): Arrival[] {
  const { method, path, headers, requestBody, status, replyBody } = exchange
  if (method === 'GET' || !path.startsWith('/api/user/')) return []
  const token = String(headers.authorization ?? '').replace('Bearer ', '')
  const device = senders.get(token)
  const sender = { user: device?.user ?? token, client: String(headers['x-client-id'] ?? ''), at: exchange.at }
  const errorOf = (key: string, age: number) => {
    const created = creationTime(key, device?.clock ?? [])
    return created === undefined ? UNKNOWN : Math.abs(exchange.at - age - created)
  }
  const body = read(replyBody)
  if (path === '/api/user/mutations') {
    const { mutations = [] } = read(requestBody) as { mutations?: Sent[] }
    const { data = [] } = body as { data?: { status: number; body?: unknown }[] }
    return mutations.map(({ key, seq, age, path: target }, at) => {
      const answered = data[at]
      const mutation = { key, seq, entity: entityOf(target), status: answered?.status ?? status }
      return { ...sender, ...mutation, ...resultOf(answered?.body), uncertainty: errorOf(key, age) }
    })
  }
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return []
  const seq = Number(headers['x-client-seq'])
  const uncertainty = errorOf(key, Number(headers['x-mutation-age'] ?? 0))
  return [
    {
      ...sender,
      key,
      seq,
      entity: entityOf(path),
      status,
      ...resultOf(body),
      uncertainty,
    },
  ]
}

/** `watchlist/7`, `like/7`, `watched/7`, or the rest of the path. */
function entityOf(path: string): string {
  return path.slice('/api/user/'.length).replace(/^history\/(\d+)\/watched$/, 'watched/$1')
}

interface Sent {
  key: string
  seq: number
  age: number
  path: string
}

/**
 * The creation time of a key, in ms of the soak's clock: the first 48 bits of a version 7 UUID (RFC 9562), by the clock that
 * the device had then. Undefined when no clock of the device fits.
 */
function creationTime(key: string, clock: ClockChange[]): number | undefined {
  const stated = Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16)
  return clock
    .map(({ from, offset }, nth) => ({ time: stated - offset, from, until: clock[nth + 1]?.from ?? Date.now() }))
    .find(({ time, from, until }) => time >= from && time <= until + CHANGE_MARGIN)?.time
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
