import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer: JSON, or text with a status and headers; `hang` never comes, `drop` closes the connection. */
export type FakeAnswer = 'hang' | 'drop' | { json: unknown } | { status: number; body?: string; headers?: object }

/** A server that answers a source's calls as its documentation says. */
export interface FakeSource {
  url: string
  /** Calls so far: path and query, with the headers. */
  calls: { url: URL; headers: IncomingMessage['headers'] }[]
  /** The next calls get these answers, one each. */
  disturb(...answers: FakeAnswer[]): void
  close(): Promise<void>
}

/** Starts a server; `answer` gets the address of each call, relative to the server's. */
export async function startFakeSource(answer: (url: URL) => FakeAnswer): Promise<FakeSource> {
  const calls: FakeSource['calls'] = []
  const disturbances: FakeAnswer[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://source')
    calls.push({ url, headers: request.headers })
    const given = disturbances.shift() ?? answer(url)
    if (given === 'hang') return
    if (given === 'drop') return void request.socket.destroy()
    if ('json' in given) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(given.json))
      return
    }
    response.writeHead(given.status, { ...given.headers }).end(given.body ?? '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    disturb: (...answers) => void disturbances.push(...answers),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
