import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { boundCalls } from '#server/http/boundCalls.ts'
import { errorResponse } from '#server/http/errorResponse.ts'
import { type Listener, listen } from '#server/http/listen.ts'
import { streamBody } from '#server/http/streamBody.ts'
import { notify } from '#server/notifications/notify.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'
import { startServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'
import { within } from '#tests/harness/within.ts'

let listener: Listener | undefined
afterEach(async () => {
  await listener?.close()
  listener = undefined
  vi.restoreAllMocks()
})

type Fetch = Parameters<typeof listen>[0]

async function start(fetch: Fetch, slowReader?: { bytes: number; interval: number }): Promise<number> {
  const port = await freePort()
  const options = { port, host: '127.0.0.1', option: 'API_PORT' }
  listener = await listen(fetch, slowReader ? { ...options, slowReader } : options)
  return port
}

/** A response that never ends. */
const endless = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) }))

/** Requests `/` and reads nothing. */
function readNothing(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => undefined)
  return { socket, closed }
}

test('closes the connection of a client that does not read its response', async () => {
  let asked = 0
  const port = await start(
    () => {
      asked++
      return endless()
    },
    { bytes: 1000, interval: 200 },
  )
  const slow = readNothing(port)
  await expect.poll(() => asked).toBe(1)
  // Only a client that reads learns that the connection is closed.
  const other = get({ port, host: '127.0.0.1' })
  const taken = await new Promise<number>((resolve, reject) => {
    let bytes = 0
    other.on('error', reject).on('response', (response) =>
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > 64 << 20) resolve(bytes)
      }),
    )
  })
  expect(taken).toBeGreaterThan(64 << 20)
  other.destroy()
  slow.socket.pause()
  await expect.poll(() => listener?.connections(), { timeout: 10_000 }).toBe(0)
  slow.socket.destroy()
})

test('cuts a response whose source fails, and answers the next request', async () => {
  const log = catchLog()
  const app = new Hono()
  app.get('/next', (http) => http.text('fine'))
  app.get('/', (http) => {
    const chunks = async function* () {
      for (let nth = 0; nth < 3; nth++) yield Buffer.alloc(1 << 10)
      throw new Error('the disk failed')
    }
    return http.body(streamBody(http, Readable.from(chunks())))
  })
  const port = await start((request, env) => app.fetch(request, env))
  const received = fetch(`http://127.0.0.1:${port}/`).then(async (answer) => (await answer.arrayBuffer()).byteLength)
  await expect(received).rejects.toThrow()
  expect(await (await fetch(`http://127.0.0.1:${port}/next`)).text()).toBe('fine')
  expect(log.lines()).toHaveLength(1)
  expect(log.text()).toContain('the disk failed')
})

test('stops in time while clients do not read their responses', async () => {
  const port = await start(endless)
  const slow = Array.from({ length: 10 }, () => readNothing(port))
  await expect.poll(() => listener?.connections()).toBe(10)
  expect(await within(8_000, listener?.close().then(() => 'stopped') ?? Promise.resolve('none'))).toBe('stopped')
  for (const { socket } of slow) socket.destroy()
})

test('keeps 20 of 300 event streams of a member open, and the others stay closed', async () => {
  const server = await startServer()
  const member = await server.createUser()
  const port = await start((request, env) => server.api.fetch(request, env))
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${member.token}` }
  const streams: { response: IncomingMessage; text: string; isOver: boolean }[] = []
  for (let nth = 0; nth < 300; nth++) {
    await new Promise<void>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: '/api/user/events', headers, agent: false }, (response) => {
        const stream = { response, text: '', isOver: false }
        streams.push(stream)
        response.on('data', (chunk: Buffer) => {
          stream.text += chunk.toString()
        })
        response.on('end', () => {
          stream.isOver = true
        })
        resolve()
      }).on('error', reject)
    })
  }
  const open = () => streams.flatMap(({ isOver }, at) => (isOver ? [] : [at]))
  const newest = Array.from({ length: 20 }, (_, at) => 280 + at)
  await expect.poll(open, { timeout: 10_000 }).toEqual(newest)
  await expect.poll(() => listener?.connections(), { timeout: 10_000 }).toBe(20)

  await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'خبر' })
  const told = () => streams.flatMap(({ text }, at) => (text.includes('"version":1') ? [at] : []))
  await expect.poll(told).toEqual(newest)
  await member.post('/api/sanc/logout')
  await expect.poll(open).toEqual([])
  await expect.poll(() => listener?.connections()).toBe(0)
  expect(told()).toEqual(newest)
  await listener?.close()
  listener = undefined
  await server.close()
})

test('refuses calls beyond the bound while others block the event loop, as the embedded database does', async () => {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const app = new Hono().use(boundCalls(5)).get('/', (http) => {
    Atomics.wait(cell, 0, 0, 30)
    return http.text('answered')
  })
  app.onError(errorResponse)
  const port = await start(app.fetch)
  // A process of its own, which sends while this one is blocked.
  const client = run('node', [
    '-e',
    `Promise.all(Array.from({ length: 40 }, () => fetch('http://127.0.0.1:${port}')))
      .then((answers) => console.log(JSON.stringify(answers.map(({ status }) => status))))`,
  ])
  expect(await client.ended).toBe(0)
  const statuses: number[] = JSON.parse(client.output())
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
})
