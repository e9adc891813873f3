import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Network conditions, the same for every candidate. */
interface Weather {
  /** The round-trip time, in ms. */
  latency: number
  /** The share of lost calls: half lose the request, half the response. */
  drops: number
  /** The id of a title whose calls always get status 500. */
  poison?: number | undefined
}

export interface Road {
  url: string
  weather: Weather
  /** Restarts the sequence of losses and resets the counter. */
  begin(seed: number, weather: Weather): void
  /** The number of mutation calls that reached the server. */
  arrived: number
  close(): Promise<void>
}

/** A proxy between the browser and the server that delays calls and loses a seeded sequence of them. */
export async function aRoad(target: number): Promise<Road> {
  const agent = new Agent({ keepAlive: true, timeout: 3_000 })
  let random = mulberry(1)
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy())
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { weather } = road
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    await wait(weather.latency / 2)
    const isChange = incoming.method === 'POST'
    const luck = isChange ? random() : 1
    if (luck < weather.drops / 2) {
      incoming.socket.destroy()
      return
    }
    if (isChange) road.arrived += 1
    const answer = await forward(incoming, Buffer.concat(chunks), weather.poison)
    await wait(weather.latency / 2)
    if (luck < weather.drops) {
      incoming.socket.destroy()
      return
    }
    outgoing.writeHead(answer.status, answer.headers)
    outgoing.end(answer.body)
  }

  function forward(incoming: IncomingMessage, body: Buffer, poison: number | undefined) {
    return new Promise<Came>((done, fail) => {
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
            const came = { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }
            done(poison === undefined ? came : poisoned(incoming, body, came, poison))
          })
        },
      )
      onward.on('error', fail)
      onward.end(body)
    })
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const road: Road = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    weather: { latency: 0, drops: 0 },
    arrived: 0,
    begin(seed, weather) {
      random = mulberry(seed)
      road.weather = weather
      road.arrived = 0
    },
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return road
}

interface Came {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Replaces one title's status with 500, in a single call or in a batch. */
function poisoned({ method, url = '' }: IncomingMessage, sent: Buffer, came: Came, poison: number): Came {
  if (method !== 'POST') return came
  const path = `/api/user/watchlist/${poison}`
  if (url === path) return { ...came, status: 500, body: Buffer.from('{"message":""}') }
  if (url !== '/api/user/mutations' || came.status !== 200) return came
  const { mutations } = JSON.parse(sent.toString()) as { mutations: { key: string; path: string }[] }
  const bad = mutations.find((one) => one.path === path)?.key
  const { data } = JSON.parse(came.body.toString()) as { data: { key: string }[] }
  const answers = data.map((one) => (one.key === bad ? { ...one, status: 500, body: { message: '' } } : one))
  const body = Buffer.from(JSON.stringify({ data: answers }))
  return { ...came, headers: { ...came.headers, 'content-length': String(body.length) }, body }
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
