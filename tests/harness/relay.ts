import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One exchange that passed, as the server saw and answered it. */
interface Exchange {
  method: string
  path: string
  headers: IncomingMessage['headers']
  requestBody: string
  status: number
  replyBody: string
}

type Fault = 'drop-answer' | 'refuse' | ((request: IncomingMessage, response: ServerResponse) => void)

/** A network that a test can cut, standing between the browser and the real server. */
export interface Relay {
  port: number
  /** Everything that reached the server since the start. */
  exchanges: Exchange[]
  /** Ends every connection and takes no new one, as a phone in a tunnel. */
  cut(): void
  restore(): void
  /**
   * Does something to the next matching request: `drop-answer` lets the server do its work and ends the connection
   * before the answer leaves; `refuse` ends it before the server hears of it; a function answers in its place.
   */
  next(matches: (request: IncomingMessage) => boolean, fault: Fault): void
  /** Forgets what was planned and has not happened. */
  clear(): void
  close(): Promise<void>
}

export async function aRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  const faults: { matches: (request: IncomingMessage) => boolean; fault: Fault }[] = []
  const exchanges: Exchange[] = []
  let isCut = false

  const server = createServer((incoming, outgoing) => {
    const index = faults.findIndex(({ matches }) => matches(incoming))
    const [planned] = index < 0 ? [] : faults.splice(index, 1)
    if (planned?.fault === 'refuse') incoming.socket.destroy()
    else if (typeof planned?.fault === 'function') planned.fault(incoming, outgoing)
    else forward(incoming, outgoing, target, exchanges, planned?.fault === 'drop-answer')
  })
  server.on('connection', (socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await listen(server)
  return {
    port,
    exchanges,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      isCut = false
    },
    next: (matches, fault) => faults.push({ matches, fault }),
    clear: () => faults.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: number,
  exchanges: Exchange[],
  dropAnswer: boolean,
) {
  const sent: Buffer[] = []
  const onward = request(
    { host: '127.0.0.1', port: target, method: incoming.method, path: incoming.url, headers: incoming.headers },
    (answer) => {
      const got: Buffer[] = []
      answer.on('data', (chunk: Buffer) => got.push(chunk))
      answer.on('end', () => {
        const replyBody = Buffer.concat(got)
        exchanges.push({
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          requestBody: Buffer.concat(sent).toString(),
          status: answer.statusCode ?? 0,
          replyBody: replyBody.toString(),
        })
        if (dropAnswer) {
          incoming.socket.destroy()
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        outgoing.end(replyBody)
      })
      answer.on('error', () => outgoing.destroy())
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.on('data', (chunk: Buffer) => {
    sent.push(chunk)
    onward.write(chunk)
  })
  incoming.on('end', () => onward.end())
  incoming.on('error', () => onward.destroy())
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((done) => server.close(done))
  return port
}
