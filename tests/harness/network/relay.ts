import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request that reached the server, with its response. */
export interface Exchange {
  method: string
  path: string
  headers: IncomingMessage['headers']
  requestBody: string
  status: number
  replyBody: string
  /** When the response arrived, in ms of this machine's clock. */
  at: number
}

/** A fault that the relay applies to a request. */
export type Fault =
  /** The server handles the request, and the connection closes before the response is sent. */
  | 'drop-answer'
  /** The connection closes before the request reaches the server. */
  | 'refuse'
  /** The server gets the request twice, and the client the second response. */
  | 'duplicate'
  /** Delays the request and the response, in ms. */
  | { there: number; back: number }
  /** Responds in the server's place. */
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** A request that a test holds in the relay. */
interface Held {
  /** Resolves when a matching request has arrived. */
  met: Promise<void>
  /** Resolves when the client has closed the connection. */
  left: Promise<void>
  /** Forwards the held request or response. Called before one arrives, it disables the hold. */
  release(): void
}

/** A network between the browser and the real server that a test can cut, delay and fault. */
export interface Relay {
  port: number
  /** Every request that has reached the server. */
  exchanges: Exchange[]
  /** Closes every connection and accepts no new one. */
  cut(): void
  restore(): void
  /** Applies a fault to the next matching request. */
  next(matches: (request: IncomingMessage) => boolean, fault: Fault): void
  /** Holds the next matching request, or its response. */
  hold(matches: (request: IncomingMessage) => boolean, where: 'request' | 'answer'): Held
  /** Chooses the fault of every request that `next` and `hold` do not match; `undefined` forwards it. */
  setFaultRule(rule: ((request: IncomingMessage) => Fault | undefined) | undefined): void
  /** Drops the faults and holds that no request has matched yet. */
  clear(): void
  close(): Promise<void>
}

/** Starts a relay. `target` is the server's port, or a function that picks a port for each request. */
export async function startRelay(target: number | (() => number)): Promise<Relay> {
  const sockets = new Set<Socket>()
  const planned: { matches: (request: IncomingMessage) => boolean; fault: Fault | Gate }[] = []
  const exchanges: Exchange[] = []
  const port = typeof target === 'number' ? () => target : target
  let rule: ((request: IncomingMessage) => Fault | undefined) | undefined
  let isCut = false

  function faultFor(incoming: IncomingMessage): Fault | Gate | undefined {
    const index = planned.findIndex(({ matches }) => matches(incoming))
    return index < 0 ? rule?.(incoming) : planned.splice(index, 1)[0]?.fault
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const fault = faultFor(incoming)
    if (typeof fault === 'function') return fault(incoming, outgoing)
    if (fault === 'refuse') return incoming.socket.destroy()
    const body = await bodyOf(incoming)
    if (fault instanceof Gate && fault.where === 'request') await fault.pass(outgoing)
    if (isDelay(fault)) await elapsed(fault.there)
    // The client closed the connection before the request reached the server.
    if (outgoing.destroyed) return
    if (incoming.headers.accept?.includes('text/event-stream')) return passOn(port(), incoming, outgoing)
    if (fault === 'duplicate') exchanges.push((await exchange(port(), incoming, body)).exchange)
    const { exchange: done, headers, reply } = await exchange(port(), incoming, body)
    exchanges.push(done)
    if (fault === 'drop-answer') return incoming.socket.destroy()
    if (fault instanceof Gate) await fault.pass(outgoing)
    if (isDelay(fault)) await elapsed(fault.back)
    outgoing.writeHead(done.status, headers)
    outgoing.end(reply)
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return {
    port: await listen(server),
    exchanges,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      isCut = false
    },
    next: (matches, fault) => void planned.push({ matches, fault }),
    hold(matches, where) {
      const gate = new Gate(where)
      planned.push({ matches, fault: gate })
      return gate
    },
    setFaultRule(next) {
      rule = next
    },
    clear: () => void planned.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Holds one request until a test releases it. */
class Gate implements Held {
  met: Promise<void>
  left: Promise<void>
  release: () => void = () => undefined
  private leave: () => void = () => undefined
  private come: () => void = () => undefined
  private readonly opened: Promise<void>

  constructor(readonly where: 'request' | 'answer') {
    this.met = new Promise((done) => {
      this.come = done
    })
    this.left = new Promise((done) => {
      this.leave = done
    })
    this.opened = new Promise((done) => {
      this.release = done
    })
  }

  pass(outgoing: ServerResponse): Promise<void> {
    outgoing.once('close', this.leave)
    this.come()
    return this.opened
  }
}

function isDelay(fault: Fault | Gate | undefined): fault is { there: number; back: number } {
  return typeof fault === 'object' && !(fault instanceof Gate)
}

const elapsed = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => done(Buffer.concat(chunks)))
    incoming.on('error', fail)
  })
}

interface Passed {
  exchange: Exchange
  headers: IncomingMessage['headers']
  reply: Buffer
}

function exchange(port: number, { method = '', url = '', headers }: IncomingMessage, body: Buffer): Promise<Passed> {
  return new Promise((done, fail) => {
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      bodyOf(answer).then((reply) => {
        const status = answer.statusCode ?? 502
        const texts = { requestBody: body.toString(), replyBody: reply.toString() }
        done({
          exchange: { method, path: url, headers, status, ...texts, at: Date.now() },
          headers: answer.headers,
          reply,
        })
      }, fail)
    })
    onward.on('error', fail)
    onward.end(body)
  })
}

/** Forwards a stream of server-sent events, which is not recorded in `exchanges`. */
function passOn(port: number, { method, url, headers }: IncomingMessage, outgoing: ServerResponse) {
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  onward.end()
}

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((ready, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', ready)
  })
  return (server.address() as AddressInfo).port
}

/**
 * Ports below the ephemeral ones (on Linux from 32768), which the system assigns to no other process. Each process takes
 * its ports from a slice of its own: a server binds its port seconds after the port was found, when another test process
 * could have found it too.
 */
const OWN = { from: 20_000, slices: 200, size: 60 }
let taken = 0

/** Finds a free port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    try {
      const port = await listen(server, OWN.from + (process.pid % OWN.slices) * OWN.size + (taken++ % OWN.size))
      await new Promise((done) => server.close(done))
      return port
    } catch {
      // The port is in use: try another one.
    }
  }
}
