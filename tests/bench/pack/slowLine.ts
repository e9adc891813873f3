import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A slow mobile line: round-trip time in ms, bytes per ms to the device. */
const LATENCY = 150
const RATE = 200
/** Bytes that leave the line at once. Answers share it piece by piece. */
const PIECE = 4_096
/** Bytes of an answer's status line and headers, roughly. */
const HEAD = 400
/** Different pictures that are fetched from the server per kind and width; the others get one of them. */
export const DRAWN = 20

export interface SlowLine {
  url: string
  /** Every request, with the bytes of its answer so far. */
  calls: { path: string; bytes: number }[]
  close(): Promise<void>
}

/**
 * A proxy that delays answers and sends them at 1.6 Mbit/s in total. Drawing thousands of pictures would take longer than
 * the measurement, so after the first of each kind and width it answers with one of those.
 */
export async function startSlowLine(target: number): Promise<SlowLine> {
  const agent = new Agent({ keepAlive: true })
  const drawn = new Map<string, { answers: Answer[]; nth: number }>()
  let freeAt = 0
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy())
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const call = { path: `${incoming.method} ${incoming.url}`, bytes: 0 }
    line.calls.push(call)
    await wait(LATENCY)
    const answer = await answerTo(incoming, Buffer.concat(chunks))
    call.bytes += HEAD
    outgoing.writeHead(answer.status, answer.headers)
    for (let at = 0; at < answer.body.length; at += PIECE) {
      const piece = answer.body.subarray(at, at + PIECE)
      const now = performance.now()
      freeAt = Math.max(now, freeAt) + piece.length / RATE
      await wait(freeAt - now)
      call.bytes += piece.length
      outgoing.write(piece)
    }
    outgoing.end()
  }

  async function answerTo(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const kind = /^\/media\/(\w+)\/.*-(\d+\.\w+)$/.exec(incoming.url ?? '')
    if (!kind) return forward(incoming, body)
    const name = `${kind[1]} ${kind[2]}`
    const known = drawn.get(name) ?? { answers: [], nth: 0 }
    drawn.set(name, known)
    const repeated = known.answers.length < DRAWN ? undefined : known.answers[known.nth++ % DRAWN]
    if (repeated) return repeated
    const answer = await forward(incoming, body)
    if (answer.status === 200) known.answers.push(answer)
    return answer
  }

  function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((done, fail) => {
      const onward = request({ agent, host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }),
        )
      })
      onward.on('error', fail)
      onward.end(body)
    })
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const line: SlowLine = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    calls: [],
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return line
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

function wait(ms: number) {
  return ms <= 0 ? undefined : new Promise((done) => setTimeout(done, ms))
}
