import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Network conditions, the same for every candidate. */
interface NetworkConditions {
  /** The round-trip time, in ms. */
  latency: number
  /** The share of lost calls: half lose the request, half the response. */
  lossRate: number
  /** The id of a title whose calls always get status 500. */
  poison?: number | undefined
}

export interface NetworkProxy {
  url: string
  conditions: NetworkConditions
  /** Restarts the sequence of losses and resets the counter. */
  begin(seed: number, conditions: NetworkConditions): void
  /** The number of mutation calls that reached the server. */
  arrived: number
  close(): Promise<void>
}

/** A proxy between the browser and the server that delays calls and loses a seeded sequence of them. */
export async function startNetworkProxy(target: number): Promise<NetworkProxy> {
  const agent = new Agent({ keepAlive: true, timeout: 3_000 })
  let random = mulberry(1)
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy())
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { conditions } = proxy
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    await wait(conditions.latency / 2)
    const isChange = incoming.method === 'POST'
    const draw = isChange ? random() : 1
    if (draw < conditions.lossRate / 2) {
      incoming.socket.destroy()
      return
    }
    if (isChange) proxy.arrived += 1
    const answer = await forward(incoming, Buffer.concat(chunks), conditions.poison)
    await wait(conditions.latency / 2)
    if (draw < conditions.lossRate) {
      incoming.socket.destroy()
      return
    }
    outgoing.writeHead(answer.status, answer.headers)
    outgoing.end(answer.body)
  }

  function forward(incoming: IncomingMessage, body: Buffer, poison: number | undefined) {
    return new Promise<ForwardedResponse>((done, fail) => {
      const onward = request(
        {
          agent,
          host: '127.0.0.1',
          port: target,
          method: incoming.method,
          path: incoming.url,
          headers: { ...incoming.headers, 'accept-encoding': 'identity' },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const response = { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }
            done(poison === undefined ? response : poisoned(incoming, body, response, poison))
          })
        },
      )
      onward.on('error', fail)
      onward.end(body)
    })
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const proxy: NetworkProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    conditions: { latency: 0, lossRate: 0 },
    arrived: 0,
    begin(seed, conditions) {
      random = mulberry(seed)
      proxy.conditions = conditions
      proxy.arrived = 0
    },
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy
}

interface ForwardedResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Replaces one title's status with 500, in a single call or in a batch. */
function poisoned(
  { method, url = '' }: IncomingMessage,
  sent: Buffer,
  response: ForwardedResponse,
  poison: number,
): ForwardedResponse {
  if (method !== 'POST') return response
  const path = `/api/user/watchlist/${poison}`
  if (url === path) return { ...response, status: 500, body: Buffer.from('{"message":""}') }
  if (url !== '/api/user/mutations' || response.status !== 200) return response
  const { mutations } = JSON.parse(sent.toString()) as { mutations: { key: string; path: string }[] }
  const bad = mutations.find((one) => one.path === path)?.key
  const { data } = JSON.parse(response.body.toString()) as { data: { key: string }[] }
  const answers = data.map((one) => (one.key === bad ? { ...one, status: 500, body: { message: '' } } : one))
  const body = Buffer.from(JSON.stringify({ data: answers }))
  return { ...response, headers: { ...response.headers, 'content-length': String(body.length) }, body }
}

function wait(ms: number) {
  return ms === 0 ? undefined : new Promise((done) => setTimeout(done, ms))
}

/** Mulberry32 (public domain, Tommy Ettinger), so that every candidate has the same losses. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
