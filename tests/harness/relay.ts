import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One exchange that passed, as the server saw and answered it. */
export interface Exchange {
  method: string
  path: string
  headers: IncomingMessage['headers']
  requestBody: string
  status: number
  replyBody: string
  /** ms, this machine's clock: when the server's answer was here */
  at: number
}

/** What becomes of one request on its way. */
export type Fault =
  /** the server does its work, and the connection ends before the answer leaves */
  | 'drop-answer'
  /** the connection ends before the server hears of it */
  | 'refuse'
  /** the server hears it twice; the second answer is the one that leaves */
  | 'duplicate'
  /** late by so many ms, on the way there and on the way back */
  | { there: number; back: number }
  /** somebody else answers in the server's place */
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** A request that stands still on its way, because a test said so. */
interface Held {
  /** Resolves when one has come. */
  met: Promise<void>
  /** Resolves when whoever had made it has hung up. */
  left: Promise<void>
  /** Lets it, or its answer, go on; without one that waits nothing is held any more. */
  release(): void
}

/** A network that a test can cut, standing between the browser and the real server. */
export interface Relay {
  port: number
  /** Everything that reached the server since the start. */
  exchanges: Exchange[]
  /** Ends every connection and takes no new one, as a phone in a tunnel. */
  cut(): void
  restore(): void
  /** Does something to the next matching request. */
  next(matches: (request: IncomingMessage) => boolean, fault: Fault): void
  /** Holds the next matching request before the server hears of it, or its answer on the way back. */
  hold(matches: (request: IncomingMessage) => boolean, where: 'request' | 'answer'): Held
  /** Asked for every request that nothing is planned for, from now on; nothing: it passes. */
  weather(rule: ((request: IncomingMessage) => Fault | undefined) | undefined): void
  /** Forgets what was planned and has not happened. */
  clear(): void
  close(): Promise<void>
}

/** `target`: the server's port, asked anew for each request where there is more than one server. */
export async function aRelay(target: number | (() => number)): Promise<Relay> {
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
    // Whoever has hung up meanwhile has not been heard.
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
    weather(next) {
      rule = next
    },
    clear: () => void planned.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Where one request waits until it is let go. */
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

/** A stream is no exchange: it goes on as it comes, for as long as both sides have it open. */
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

/** Below the ports that a system gives out by itself (Linux: from 32768 on), so that nobody is given it meanwhile. */
const OWN = { from: 20_000, count: 12_000 }

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    try {
      const port = await listen(server, OWN.from + Math.floor(Math.random() * OWN.count))
      await new Promise((done) => server.close(done))
      return port
    } catch {
      // Taken: another one.
    }
  }
}
