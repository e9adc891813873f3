import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { EVENT_STREAM } from '#contract/events.ts'
import { DEMO_ACCOUNT } from '#demo/account.ts'
import { newVapidKey } from '#server/notifications/push/vapid.ts'
import { type BuiltServer, call, startBuiltServer } from '#tests/harness/builtServer.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { within } from '#tests/harness/within.ts'

/** Process start-up takes seconds, on a busy machine far longer. In ms. */
const SLOW = 240_000
vi.setConfig({ testTimeout: SLOW })
/** A change must be seen through every process within this, in ms. */
const SEEN = 1_000
const GODFATHER = 68646
const PASSWORD = 'horse 1405'
const SECRET = 'the same secret for all processes of one server'

const folders: string[] = []
const running: BuiltServer[] = []

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parde-processes-'))
  folders.push(folder)
  return folder
}

async function start(folder: string, env: Record<string, string>): Promise<BuiltServer> {
  const started = await startBuiltServer(folder, env)
  running.push(started)
  return started
}

async function startTwo(env: Record<string, string>): Promise<[BuiltServer, BuiltServer]> {
  const folder = createFolder()
  const both: [BuiltServer, BuiltServer] = [await start(folder, env), await start(folder, env)]
  await Promise.all(both.map((one) => one.waitForOutput('API ')))
  return both
}

let people = 0
/** Registers a user and returns the token and the e-mail address. */
async function register(server: BuiltServer): Promise<{ token: string; email: string }> {
  const email = `sara${++people}@parde.example`
  const form = { name: 'سارا', email, password: PASSWORD, passwordConfirmation: PASSWORD }
  const { token } = (await call(server, '/api/sanc/register', form)).json.data
  return { token, email }
}

async function signIn(server: BuiltServer, email: string): Promise<string> {
  return (await call(server, '/api/sanc/login', { email, password: PASSWORD })).json.data.token
}

/** Opens an event stream; `read` resolves with the next message's data, and with undefined at the end. */
async function openEvents(server: BuiltServer, token: string) {
  const leaving = new AbortController()
  const { body } = await fetch(`${server.api}/api/user/events`, {
    headers: { Authorization: `Bearer ${token}`, Accept: EVENT_STREAM },
    signal: leaving.signal,
  })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async read(): Promise<{ version: number } | undefined> {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done || value === undefined) return undefined
        const [, data] = /^data: (.*)$/m.exec(value) ?? []
        if (data !== undefined) return JSON.parse(data)
      }
    },
    close: () => leaving.abort(),
  }
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe.runIf(process.env.TEST_DATABASE_URL)('two processes on one PostgreSQL database', () => {
  describe('beside each other', () => {
    let database: Awaited<ReturnType<typeof createEmptyDatabase>>
    let first: BuiltServer
    let second: BuiltServer
    let env: Record<string, string>
    beforeAll(async () => {
      database = await createEmptyDatabase()
      env = { DATABASE_URL: database.url, SEED: 'demo', APP_SECRET: SECRET }
      ;[first, second] = await startTwo(env)
    }, SLOW)
    afterAll(async () => {
      for (const server of running.splice(0)) await server.end('SIGKILL')
      await database.drop()
    }, SLOW)

    test('count the attempts of both against one limit', async () => {
      const { email } = await register(first)
      const attempts = Array.from({ length: 8 }, (_, nth) =>
        call(nth % 2 ? first : second, '/api/forgot-password', { email }),
      )
      const statuses = (await Promise.all(attempts)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    })

    test('show an edit of the operator’s program in the first answer after the program has ended', async () => {
      const read = async (server: BuiltServer) => {
        const { json } = await call(server, `/api/titles/${GODFATHER}`)
        const found = await call(server, `/api/titles/search?q=${encodeURIComponent(json.data.titleFa)}`)
        const page = await fetch(`${server.app}/titles/${GODFATHER}/the-godfather`)
        return [json.data.titleFa, found.json.data[0]?.titleFa, /<title>([^<]*)</.exec(await page.text())?.[1]]
      }
      for (const name of ['نام یکم', 'نام دوم']) {
        await Promise.all([read(first), read(second)])
        const edit = ['dist/server/cli.js', 'title', 'edit', `tt00${GODFATHER}`, '--set', `titleFa=${name}`]
        await promisify(execFile)('node', edit, { env: { ...process.env, ...env, DATA_DIR: first.folder } })
        for (const server of [first, second]) {
          expect(await read(server)).toEqual([name, name, expect.stringContaining(name)])
        }
      }
    })

    test('announce a saved title to a stream of the other within a second, whose list then has it', async () => {
      const { token } = await register(first)
      const events = await openEvents(second, token)
      expect(await events.read()).toMatchObject({ version: 0 })
      await call(first, `/api/user/watchlist/${GODFATHER}`, { saved: true }, token)
      const event = await within(SEEN, events.read())
      expect(event?.version).toBeGreaterThan(0)
      const list = await call(second, '/api/user/watchlist?since=', undefined, token)
      expect(list.json.data).toMatchObject([{ titleId: GODFATHER }])
      events.close()
    })

    test('end a session that was signed out through the other, and its streams within a second', async () => {
      const { token, email } = await register(first)
      const other = await signIn(second, email)
      const events = await openEvents(second, other)
      await events.read()
      const change = { currentPassword: PASSWORD, password: 'donkey 1405', passwordConfirmation: 'donkey 1405' }
      expect((await call(first, '/api/sanc/password', change, token)).status).toBe(200)
      const end = events.read().then((event) => event ?? 'ended')
      expect(await within(SEEN, end)).toBe('ended')
      expect((await call(second, '/api/user', undefined, other)).status).toBe(401)
      const third = (await call(second, '/api/sanc/login', { email, password: 'donkey 1405' })).json.data.token
      await call(first, '/api/sanc/logout', {}, third)
      expect((await call(second, '/api/user', undefined, third)).status).toBe(401)
    })
  })

  describe('of which one is killed', () => {
    let database: Awaited<ReturnType<typeof createEmptyDatabase>>
    let mailServer: Server
    let connections: number
    let isTaking: boolean
    let letters: string[]
    beforeAll(async () => {
      database = await createEmptyDatabase()
      connections = 0
      isTaking = false
      letters = []
      mailServer = createServer((socket) => {
        connections++
        socket.on('error', () => undefined)
        // Says nothing until it takes letters.
        if (isTaking) takeLetter(socket, letters)
      })
      await new Promise<void>((ready) => mailServer.listen(0, '127.0.0.1', ready))
    })
    afterAll(async () => {
      for (const server of running.splice(0)) await server.end('SIGKILL')
      mailServer.close()
      await database.drop()
    }, SLOW)

    test('the other sends its letter once the lease has ended', async () => {
      const { port } = mailServer.address() as AddressInfo
      const env = {
        ...{ DATABASE_URL: database.url, SEED: 'none', APP_SECRET: SECRET, VAPID_PRIVATE_KEY: newVapidKey() },
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      }
      const killed = await start(createFolder(), env)
      await killed.waitForOutput('API ')
      const { email } = await register(killed)
      // The check of the mail server at the start hangs too.
      const before = connections
      await call(killed, '/api/forgot-password', { email })
      await vi.waitFor(() => expect(connections).toBeGreaterThan(before), SLOW)
      await killed.end('SIGKILL')
      isTaking = true
      const other = await start(createFolder(), env)
      await other.waitForOutput('API ')
      const admin = new pg.Client({ connectionString: database.url })
      await admin.connect()
      const { rows } = await admin.query('select due_at > now() as leased from jobs where facts is not null')
      expect(rows).toEqual([{ leased: true }])
      // As if the minute of the lease had passed.
      await admin.query(`update jobs set due_at = now() where facts is not null`)
      await admin.query(`select pg_notify('parde_jobs', 'letter')`)
      await vi.waitFor(() => expect(letters).toHaveLength(1), SLOW)
      expect(letters[0]).toContain(email)
      await vi.waitFor(async () => {
        expect((await admin.query('select from jobs where facts is not null')).rowCount).toBe(0)
      }, SLOW)
      await admin.end()
    })
  })

  describe('in distress', () => {
    afterEach(async () => {
      for (const server of running.splice(0)) await server.end('SIGKILL')
    })

    test(
      'start together on an empty database, share accounts, and apply a mutation once',
      async () => {
        const { url, drop } = await createEmptyDatabase()
        const folder = await createFolder()
        const env = { DATABASE_URL: url, SEED: 'demo', APP_SECRET: 'the same secret for all processes of one server' }
        const both = await Promise.all([start(folder, env), start(folder, env)])
        await Promise.all(both.map((one) => one.waitForOutput('API ')))
        const [first, second] = both
        if (!first || !second) throw new Error('two were started')
        const { token } = await register(first)
        const { json } = await call(second, '/api/titles/search?per_page=1')
        const id = json.data[0].id
        const key = { 'Idempotency-Key': '01890a5d-ac96-774b-bcce-b302099a8057' }
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, n) => call(n % 2 ? first : second, `/api/user/like/${id}`, {}, token, key)),
        )
        expect(answers.filter((answer) => answer.json.result === 'applied')).toHaveLength(1)
        const again = await call(second, `/api/user/like/${id}`, {}, token, key)
        expect(again.json).toMatchObject({ result: 'replayed', data: { liked: true, likes: 1 } })
        const stranger = await start(await createFolder(), { ...env, APP_SECRET: 'another secret, on a second host' })
        expect(await stranger.ended).toBe(1)
        expect(stranger.output()).toContain('APP_SECRET differs')
        expect(first.output()).not.toContain(DEMO_ACCOUNT.email)
        expect(await first.end()).toBe(0)
        expect((await call(second, '/api/user', undefined, token)).status).toBe(200)
        await second.end()
        await drop()
      },
      SLOW,
    )

    test(
      'outlive the loss of every database connection under writes, and lose or double no mutation',
      async () => {
        const { url, drop } = await createEmptyDatabase()
        const folder = await createFolder()
        const env = { DATABASE_URL: url, SEED: 'demo', APP_SECRET: 'the same secret for all processes of one server' }
        const both = [await start(folder, env), await start(folder, env)]
        await Promise.all(both.map((one) => one.waitForOutput('API ')))
        const [first] = both
        if (!first) throw new Error('two were started')
        const { token } = await register(first)
        const { data } = (await call(first, '/api/titles/search?per_page=72')).json
        const waiting: number[] = data.map(({ id }: { id: number }) => id)
        const results: string[] = []
        const admin = new pg.Client({ connectionString: url })
        await admin.connect()
        let lost = 0

        async function write(server: BuiltServer) {
          for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
            const key = { 'Idempotency-Key': randomUUID() }
            for (;;) {
              const answer = await call(server, `/api/user/watchlist/${id}`, { saved: true }, token, key).catch(
                () => null,
              )
              if (server.child.exitCode !== null) throw new Error(`the server ended:\n${server.output()}`)
              if (answer?.status !== 200) continue
              results.push(answer.json.result)
              break
            }
          }
        }
        async function breakConnections() {
          for (let round = 1; round <= 8; round++) {
            await vi.waitFor(() => expect(results.length).toBeGreaterThanOrEqual(round * 6), SLOW)
            for (let ended = 0; ended === 0 && waiting.length > 0; ) {
              const answer = await admin.query(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'",
              )
              ended = answer.rowCount ?? 0
              lost += ended
            }
          }
        }
        await Promise.all([...both.flatMap((server) => [1, 2, 3].map(() => write(server))), breakConnections()])
        await admin.end()

        expect(lost).toBeGreaterThanOrEqual(8)
        expect(results).toHaveLength(data.length)
        expect((await call(first, '/api/user/watchlist?per_page=1', undefined, token)).json.meta.total).toBe(
          data.length,
        )
        for (const server of both) {
          expect(server.child.exitCode).toBeNull()
          expect(await server.end()).toBe(0)
        }
        await drop()
      },
      SLOW,
    )
  })
})

/** Takes one letter by SMTP. */
function takeLetter(socket: Socket, letters: string[]): void {
  let letter: string | undefined
  socket.write('220 mail.example\r\n')
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    if (letter !== undefined) {
      letter += text
      if (!letter.endsWith('\r\n.\r\n')) return
      letters.push(letter)
      letter = undefined
      socket.write('250 taken\r\n')
    } else if (/^DATA/i.test(text)) {
      letter = ''
      socket.write('354 go on\r\n')
    } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
    else socket.write('250 fine\r\n')
  })
}
