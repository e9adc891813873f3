import { resolve } from 'node:path'
import type { Hono } from 'hono'
import { demo } from '#demo/demo.ts'
import { createApi } from '#server/areas/createApi.ts'
import type { Settings } from '#server/config.ts'
import { openBell } from '#server/database/changeNotifications.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { openPost } from '#server/notifications/mail/mailer.ts'
import type { Letter } from '#server/notifications/mail/message.ts'
import { vapidOf } from '#server/notifications/push/vapid.ts'
import { openPictureStore } from '#server/pictures/pictureStore.ts'
import { type DatabaseKind, release, takeDatabase } from './testDatabase.ts'

export { type DatabaseKind, databaseKinds } from './testDatabase.ts'

export const APP_ORIGIN = 'http://localhost:4173'
export const API_ORIGIN = 'http://localhost:8787'
/** Nobody's bot. */
export const BOT = { token: '4242:a-token-that-no-bot-has-ever-had', bot: 'parde_test_bot' }
export const PASSWORD = 'correct horse 1401'

/** Where the tests' push services may be: here. */
export const PUSH = {
  vapid: vapidOf(Buffer.alloc(32, 7).toString('base64url'), 'mailto:tests@parde.example'),
  anywhere: true,
}

/** The real server, in this process, on a database of its own. */
export interface TestServer {
  api: Hono
  database: Database
  listen: Connection['listen']
  /** As `fetch`, without a network. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Somebody with a cookie jar and no account. */
  aGuest(): Caller
  /** Somebody who has just registered. */
  aUser(options?: { name?: string; email?: string }): Promise<Member>
  /** Ids of so many titles of the catalogue, always the same. */
  titleIds(count: number): Promise<number[]>
  /** Every letter that has gone out, oldest first, when those being written have. */
  letters(): Promise<Letter[]>
  /** Moves the server's time, in ms. */
  pass(ms: number): void
  now(): Date
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any
}

export interface Caller {
  token: string | undefined
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** With the CSRF cookie and header in order. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** As `post`. */
  delete(path: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>
}

export interface Member extends Caller {
  id: number
  name: string
  email: string
  token: string
  /** The same person on another device. */
  signIn(): Promise<Caller>
}

let people = 0

export async function aServer(
  options: { database?: DatabaseKind; settings?: Partial<Settings> } = {},
): Promise<TestServer> {
  const kind = options.database ?? 'pglite'
  const connection = await takeDatabase(kind)
  let shift = 0
  const now = () => new Date(Date.now() + shift)
  const frame = {
    database: connection.database,
    clock: now,
    bell: await openBell(connection),
    settings: {
      origins: [APP_ORIGIN, 'http://127.0.0.1:4173'],
      secret: 'a secret of the tests, long enough to be one',
      cookieDomain: undefined,
      proxies: 0,
      // As weak as can be: these tests are not about how long guessing takes.
      passwordCost: { N: 16, r: 8, p: 1 },
      telegram: BOT,
      push: PUSH,
      checkReplies: true,
      films: resolve('.cache/test-films'),
      ...options.settings,
    },
  }
  const letters: Letter[] = []
  const post = openPost(async (letter) => void letters.push(letter), [])
  const api = createApi(frame, { pictures, sampleFilm: demo.sampleFilm }, post)
  const request = async (path: string, init?: RequestInit) => api.request(`${API_ORIGIN}${path}`, init)
  return {
    api,
    database: connection.database,
    listen: connection.listen,
    request,
    now,
    pass(ms) {
      shift += ms
    },
    async titleIds(count) {
      const rows = await connection.database.select({ id: titles.id }).from(titles).orderBy(titles.id).limit(count)
      return rows.map((row) => row.id)
    },
    aGuest: () => aCaller(request),
    async aUser({ name = 'آزمایشگر', email = `person${++people}@parde.example` } = {}) {
      const caller = aCaller(request)
      const form = { name, email, password: PASSWORD, passwordConfirmation: PASSWORD }
      const { json, status } = await caller.post('/api/sanc/register', form)
      if (status !== 201) throw new Error(`registering answered ${status}: ${JSON.stringify(json)}`)
      caller.token = json.data.token
      return Object.assign(caller, {
        id: json.data.user.id as number,
        name,
        email,
        token: json.data.token as string,
        async signIn() {
          const other = aCaller(request)
          const login = await other.post('/api/sanc/login', { email, password: PASSWORD })
          other.token = login.json.data.token
          return other
        },
      })
    },
    async letters() {
      await post.settled()
      return letters
    },
    async close() {
      await frame.bell.close()
      await post.close()
      await release(kind, connection)
    },
  }
}

/** Draws only what is asked for, and keeps it for the next run: the same subject is always the same picture. */
const pictures = openPictureStore({ folder: resolve('.cache/test-media'), artist: demo.openArtist() })

type Request = TestServer['request']

function aCaller(request: Request): Caller {
  let xsrf: string | undefined
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> => {
    if (caller.token !== undefined) init.headers.Authorization ??= `Bearer ${caller.token}`
    const response = await request(path, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) }
  }
  const sendUnsafe = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    xsrf ??= xsrfOf(await request('/sanctum/csrf-cookie'))
    return send(path, {
      method,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Origin: APP_ORIGIN,
        Cookie: `XSRF-TOKEN=${xsrf}`,
        'X-XSRF-TOKEN': xsrf,
        ...headers,
      },
      body: typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body),
    })
  }
  const caller: Caller = {
    token: undefined,
    get: (path, headers = {}) =>
      send(path, { headers: { Accept: 'application/json', Origin: APP_ORIGIN, ...headers } }),
    post: (path, body, headers = {}) => sendUnsafe('POST', path, body, headers),
    delete: (path, headers = {}, body = undefined) => sendUnsafe('DELETE', path, body, headers),
  }
  return caller
}

function xsrfOf(response: Response): string {
  const found = /XSRF-TOKEN=([^;]+)/.exec(response.headers.get('Set-Cookie') ?? '')?.[1]
  if (found === undefined) throw new Error('no XSRF-TOKEN cookie came')
  return found
}
