import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNT } from '#demo/account.ts'
import { type BuiltServer, call, startBuiltServer } from '#tests/harness/builtServer.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { createDisk, type Disk, missingForDisks } from '#tests/harness/disk.ts'
import { registerWriter } from '#tests/harness/fixtures/acknowledgedWrites.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { startTcpProxy } from '#tests/harness/network/tcpProxy.ts'

const UP = 'Demo'
/** A copy of the server without the demo content. */
const WITHOUT_DEMO = '.cache/without-demo/server/main.js'
/** Process start-up takes seconds, on a busy machine far longer. In ms. */
const SLOW = 240_000
vi.setConfig({ testTimeout: SLOW })
const folders: string[] = []
const running: BuiltServer[] = []
let seeded: string

async function createFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parde-process-'))
  folders.push(folder)
  return folder
}

async function start(...args: Parameters<typeof startBuiltServer>): Promise<BuiltServer> {
  const started = await startBuiltServer(...args)
  running.push(started)
  return started
}

const signIn = async (server: BuiltServer): Promise<string> =>
  (await call(server, '/api/sanc/login', { email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password })).json.data
    .token

beforeAll(async () => {
  const copy = dirname(WITHOUT_DEMO)
  rmSync(copy, { recursive: true, force: true })
  cpSync('dist/server', copy, { recursive: true })
  rmSync(join(copy, 'demo'), { recursive: true })
  seeded = await createFolder()
  const server = await start(seeded)
  await server.waitForOutput(UP)
  await server.end()
}, SLOW)

afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL')
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function createSeededFolder(): Promise<string> {
  const folder = await createFolder()
  cpSync(seeded, folder, { recursive: true })
  return folder
}

describe('start', () => {
  let first: BuiltServer
  beforeAll(async () => {
    first = await start(await createSeededFolder())
    await first.waitForOutput(UP)
    running.pop()
  }, SLOW)
  afterAll(() => first.end())

  test('prints both addresses and a demo account that works at every host name of this machine', async () => {
    expect(first.output()).toContain(first.app)
    expect(first.output()).toContain(first.api)
    expect(first.output()).toContain(`${DEMO_ACCOUNT.email} / ${DEMO_ACCOUNT.password}`)
    for (const host of ['localhost', '127.0.0.1']) {
      expect((await fetch(`http://${host}:${first.ports.API_PORT}/api/health`)).status).toBe(200)
    }
    const token = await signIn(first)
    expect((await call(first, '/api/user', undefined, token)).json.data.email).toBe(DEMO_ACCOUNT.email)
  })

  test('starts without the demo content, says so, and serves an empty catalogue', async () => {
    const server = await start(await createFolder(), {}, WITHOUT_DEMO)
    await server.waitForOutput('Mail')
    expect(server.output()).toContain('No demo/ folder: pictures come from')
    expect(server.output()).not.toContain(DEMO_ACCOUNT.email)
    expect((await call(server, '/api/titles/search')).json).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('makes the stored secret readable to its user only', async () => {
    const file = join(first.folder, 'secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(43)
  })

  test('fails for a second process on the same folder and does not affect the first', async () => {
    const second = await start(first.folder)
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(
      /in use by process \d+ on \S+\. Stop that one first, or give this one another folder/,
    )
    expect(second.output()).not.toContain('    at ')
    expect((await call(first, '/api/health')).status).toBe(200)
  })

  test.each(['APP_PORT', 'API_PORT'] as const)('fails on an occupied %s and releases the folder', async (option) => {
    const folder = await createFolder()
    const second = await start(folder, { [option]: first.ports[option] })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Port ${first.ports[option]} is in use`)
    expect(second.output()).toContain(option)
    expect(second.output()).not.toContain('    at ')
    expect(readdirSync(folder).toSorted()).toEqual(['push-key', 'secret'])
  })

  test.each([
    { API_PORT: '99999' },
    { DATA_DIR: '/dev/null/folder' },
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
  ])('fails with %o and names the setting', async (env) => {
    const server = await start(await createFolder(), env as Record<string, string>)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(Object.keys(env)[0])
    expect(server.output()).not.toContain('    at ')
  })
})

describe('shutdown', () => {
  test('loses no answered mutation after SIGKILL, SIGINT or SIGTERM, and releases the folder', async () => {
    const folder = await createSeededFolder()
    const first = await start(folder)
    await first.waitForOutput(UP)
    const token = await signIn(first)
    const { json } = await call(first, '/api/titles/search?per_page=20')
    const [last, ...others] = json.data
    for (const { id } of others) await call(first, `/api/user/watchlist/${id}`, { saved: true }, token)
    await first.end('SIGKILL')

    const second = await start(folder)
    await second.waitForOutput(UP)
    expect((await call(second, '/api/user/watchlist', undefined, token)).json.meta.total).toBe(19)
    const saved = await call(second, `/api/user/watchlist/${last.id}`, { saved: true }, token)
    expect(saved.json.result).toBe('applied')
    expect(await second.end('SIGINT')).toBe(0)

    const third = await start(folder)
    await third.waitForOutput(UP)
    const list = await call(third, '/api/user/watchlist', undefined, token)
    expect(list.json.meta.total).toBe(20)
    expect(list.json.data[0]).toEqual(saved.json.data)
    expect(await endInMidCall(third)).toBe(200)
    expect(await third.ended).toBe(0)
  })
})

test('a mail server that cannot be used and a misspelt setting are logged at the start', async () => {
  const wrong = { SMTP_URL: 'smtp://127.0.0.1:1', APP_ORIGIN: 'https://parde.example' }
  const server = await start(await createSeededFolder(), wrong)
  await server.waitForOutput('The mail server of SMTP_URL cannot be used')
  expect(server.output()).toContain('APP_ORIGIN is not a setting and is ignored. Is APP_ORIGINS meant?')
})

test('SIGTERM makes the process not ready for STOP_DELAY_SECONDS, while it answers calls', async () => {
  const server = await start(await createSeededFolder(), { STOP_DELAY_SECONDS: '999' })
  await server.waitForOutput(UP)
  expect(await probe(server)).toEqual({ status: 'ready' })
  server.child.kill('SIGTERM')
  await server.waitForOutput('Stopping')
  expect(await probe(server)).toEqual({ status: 'not ready', reasons: ['stopping'] })
  expect((await call(server, '/api/titles/search')).status).toBe(200)
})

test('SIGTERM closes the database and exits with 0 while a client does not read a film', async () => {
  const server = await start(await createSeededFolder())
  await server.waitForOutput(UP)
  const token = await signIn(server)
  const { json } = await call(server, '/api/titles/68646/files', undefined, token)
  const largest = json.data.reduce((one: { sizeBytes: number }, other: { sizeBytes: number }) =>
    other.sizeBytes > one.sizeBytes ? other : one,
  )
  const download = new URL(largest.download, server.api)
  const slow = request(download)
  const sent = new Promise((resolve, reject) => slow.on('response', resolve).on('error', reject))
  slow.end()
  await sent
  slow.on('error', () => undefined)
  const began = performance.now()
  expect(await server.end()).toBe(0)
  expect(performance.now() - began).toBeLessThan(9_000)
  slow.destroy()
  const next = await start(server.folder)
  await next.waitForOutput(UP)
  expect((await call(next, '/api/user', undefined, token)).status).toBe(200)
})

test('SIGTERM ends event streams first, then answers the call in progress, and exits with 0', async () => {
  const [port, folder] = [await freePort(), await createSeededFolder()]
  const server = await start(folder, { METRICS_PORT: String(port), LOG_LEVEL: 'debug' })
  await server.waitForOutput(UP)
  const token = await signIn(server)
  const ended: string[] = []
  const stream = request(`${server.api}/api/user/events`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
  })
  const opened = new Promise<IncomingMessage>((resolve, reject) => stream.on('response', resolve).on('error', reject))
  stream.end()
  const events = await opened
  events.resume().on('end', () => ended.push('stream'))
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await expect.poll(metrics).toContain('parde_event_streams 1')
  expect(await metrics()).toMatch(
    /parde_call_duration_seconds_count{method="POST",route="\/api\/sanc\/login",status="2xx"} 1/,
  )

  const answered = endInMidCall(server, () => expect.poll(() => ended).toEqual(['stream']))
  expect(await answered).toBe(200)
  expect(await server.ended).toBe(0)
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ level: 'info', msg: 'Stopping' }))
  const login = {
    level: 'debug',
    route: '/api/sanc/login',
    status: 200,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  }
  expect(lines).toContainEqual(expect.objectContaining(login))
  expect(lines.filter((line) => JSON.stringify(line).includes(DEMO_ACCOUNT.email))).toEqual([])
})

const noDisks = missingForDisks()
if (noDisks !== undefined) console.warn(`NOT TESTED HERE: power cuts of the embedded database (${noDisks})`)

describe.skipIf(noDisks !== undefined)('a power cut', () => {
  let disk: Disk
  beforeEach(() => {
    disk = createDisk()
  })
  afterEach(async () => {
    for (const server of running.splice(0)) await server.end('SIGKILL')
    disk.remove()
  })

  test('ends the server and loses no acknowledged mutation and no account', async () => {
    const folder = join(disk.folder, 'data')
    cpSync(seeded, folder, { recursive: true })
    const first = await start(folder)
    await first.waitForOutput(UP)
    const writers = await Promise.all(['sara', 'omid', 'nima'].map((name) => registerWriter(first, name)))
    const written = Promise.all(writers.map((writer) => writer.writeUntilEnd(first)))
    await vi.waitFor(() => expect(Math.min(...writers.map((one) => one.acknowledged()))).toBeGreaterThan(10), SLOW)
    disk.cutPower()
    expect(await first.ended).toBe(1)
    expect(first.output()).toMatch(/The embedded database stopped: could not .* Check the disk of DATA_DIR/)
    await written
    disk.restorePower()

    const second = await start(folder)
    await second.waitForOutput(UP)
    for (const writer of writers) expect(await writer.lostOn(second)).toEqual([])
  })

  test('in the first start leaves a folder that the next one completes', async () => {
    const folder = join(disk.folder, 'data')
    const interrupted = await start(folder, {}, WITHOUT_DEMO)
    await vi.waitFor(() => expect(existsSync(join(folder, 'database'))).toBe(true), SLOW)
    disk.cutPower()
    await interrupted.end('SIGKILL')
    disk.restorePower()

    const second = await start(folder, {}, WITHOUT_DEMO)
    await second.waitForOutput('Mail')
    expect((await call(second, '/api/titles/search')).status).toBe(200)
  })
})

async function probe(server: BuiltServer): Promise<unknown> {
  return (await fetch(`${server.api}/api/ready`)).json()
}

/** Sends SIGTERM in the middle of a request's body, the rest after `until`, and returns the status of the answer. */
async function endInMidCall(
  server: BuiltServer,
  until: () => PromiseLike<unknown> = async () => undefined,
): Promise<number | undefined> {
  const cookie = (await fetch(`${server.api}/sanctum/csrf-cookie`)).headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const body = JSON.stringify({ email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password })
  return new Promise((resolve, reject) => {
    const asked = request(`${server.api}/api/sanc/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Cookie: cookie,
        'X-XSRF-TOKEN': cookie.split('=')[1] ?? '',
      },
    })
    asked.on('response', (response) => resolve(response.statusCode)).on('error', reject)
    asked.write(body.slice(0, 10), () => {
      server.child.kill('SIGTERM')
      // The rest of the body arrives during the shutdown.
      server
        .waitForOutput('Stopping')
        .then(until)
        .then(() => asked.end(body.slice(10)), reject)
    })
  })
}

describe('keys', () => {
  const OLD = 'o'.repeat(40)
  const NEW = 'n'.repeat(40)

  test('a rotated secret keeps CSRF tokens, cursors and links valid', async () => {
    const folder = await createSeededFolder()
    rmSync(join(folder, 'secret'))
    const first = await start(folder, { APP_SECRET: OLD, ACCEPT_NEW_KEYS: '1' })
    await first.waitForOutput(UP)
    const cookie = (await fetch(`${first.api}/sanctum/csrf-cookie`)).headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const headers = { Cookie: cookie, 'X-XSRF-TOKEN': cookie.split('=')[1] ?? '' }
    const token = await signIn(first)
    const { meta } = (await call(first, '/api/user/watchlist?since=', undefined, token)).json
    const film = (await call(first, '/api/titles/search?per_page=1&order_by=votes')).json.data[0]
    const { data } = (await call(first, `/api/titles/${film.id}/files`, undefined, token)).json
    const link: string = data[0].stream
    // The first request of a film prepares it.
    await vi.waitFor(async () => expect((await fetch(new URL(link, first.api))).status).toBe(200), SLOW)
    expect(await first.end()).toBe(0)

    const second = await start(folder, { APP_SECRET: `${NEW},${OLD}` })
    await second.waitForOutput(UP)
    const save = (more: Record<string, string>) =>
      fetch(`${second.api}/api/user/like/${film.id}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers, ...more },
        body: '{}',
      })
    expect((await save({})).status).toBe(200)
    expect((await save({ 'X-XSRF-TOKEN': 'forged.token' })).status).toBe(419)
    const since = encodeURIComponent(meta.cursor)
    expect((await call(second, `/api/user/watchlist?since=${since}`, undefined, token)).status).toBe(200)
    expect((await fetch(new URL(link, second.api))).status).toBe(200)
    const forged = link.replace(/(stream\/\w+\.\w+\.)(.)/, (_, path, first) => `${path}${first === '-' ? '_' : '-'}`)
    expect((await fetch(new URL(forged, second.api))).status).toBe(403)
    expect(await second.end()).toBe(0)

    const third = await start(folder, { APP_SECRET: NEW })
    await third.waitForOutput(UP)
  })

  test.each(['secret', 'push-key'])('a process with another %s does not start, unless it is told to', async (file) => {
    const folder = await createSeededFolder()
    rmSync(join(folder, file))
    const refused = await start(folder)
    expect(await refused.ended).toBe(1)
    const setting = file === 'secret' ? 'APP_SECRET' : 'VAPID_PRIVATE_KEY'
    expect(refused.output()).toContain(`${setting} differs from the one that this database is used with`)
    expect(refused.output()).not.toContain('    at ')
    const accepted = await start(folder, { ACCEPT_NEW_KEYS: '1' })
    await accepted.waitForOutput(UP)
    expect(await accepted.end()).toBe(0)
    const next = await start(folder)
    await next.waitForOutput(UP)
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a process is not ready while its database is silent, lacks migrations, or its data folder is missing',
  async () => {
    const { url, drop } = await createEmptyDatabase()
    const address = new URL(url)
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) })
    address.host = `127.0.0.1:${proxy.port}`
    const server = await start(await createFolder(), { DATABASE_URL: address.href, SEED: 'none' }, WITHOUT_DEMO)
    await server.waitForOutput('Mail')
    const notReady = (...reasons: string[]) => ({ status: 'not ready', reasons })
    const becomes = (state: object) => expect.poll(() => probe(server), { timeout: SLOW }).toEqual(state)
    await becomes({ status: 'ready' })
    proxy.silence()
    await becomes(notReady('database'))
    expect((await fetch(`${server.api}/api/live`)).status).toBe(200)
    proxy.restore()
    await becomes({ status: 'ready' })

    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const shift = (by: number) => admin.query(`update drizzle.__drizzle_migrations set created_at = created_at + ${by}`)
    await shift(-1)
    await becomes(notReady('database'))
    await shift(1)
    renameSync(server.folder, `${server.folder}.away`)
    await becomes(notReady('storage'))
    renameSync(`${server.folder}.away`, server.folder)
    await becomes({ status: 'ready' })
    await admin.end()
    expect(await server.end()).toBe(0)
    await proxy.close()
    await drop()
  },
)
