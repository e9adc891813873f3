import { resolve } from 'node:path'
import type { Hono } from 'hono'
import { demo } from '#demo/demo.ts'
import { createApi } from '#server/areas/createApi.ts'
import { answerCacheUse } from '#server/catalogue/cache/cachedAnswers.ts'
import type { Settings } from '#server/config.ts'
import { openChangeNotifications } from '#server/database/changeNotifications.ts'
import type { Connection, Database, QueryCatalogue } from '#server/database/connect.ts'
import { waitingJobs } from '#server/database/jobQueue.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { TASK_NAMES } from '#server/jobs/housekeeping.ts'
import { runJobs } from '#server/jobs/runJobs.ts'
import { letterJob } from '#server/jobs/sendLetter.ts'
import { LETTER_JOB } from '#server/notifications/mail/letters.ts'
import type { MailMessage } from '#server/notifications/mail/message.ts'
import { vapidOf } from '#server/notifications/push/vapid.ts'
import { duePushes } from '#server/notifications/pushQueue.ts'
import { openPictureStore, type PictureStore } from '#server/pictures/pictureStore.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type DatabaseKind, release, takeDatabase } from './database/testDatabase.ts'

export { type DatabaseKind, databaseKinds } from './database/testDatabase.ts'

export const APP_ORIGIN = 'http://localhost:4173'
export const API_ORIGIN = 'http://localhost:8787'
/** A Telegram bot that does not exist. */
export const BOT = { token: '4242:a-token-that-no-bot-has-ever-had', bot: 'parde_test_bot' }
export const PASSWORD = 'correct horse 1401'

/** `anywhere` allows push services on this machine. */
export const PUSH = {
  vapid: vapidOf(Buffer.alloc(32, 7).toString('base64url'), 'mailto:tests@parde.example'),
  anywhere: true,
}

/** The real server in this process, on its own database. */
export interface TestServer {
  api: Hono
  database: Database
  listen: Connection['listen']
  exclusively: Connection['exclusively']
  /** Like `fetch`, without a network. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** A caller without an account. */
  createGuest(): Caller
  /** Registers a user. */
  createUser(options?: { name?: string; email?: string }): Promise<Member>
  /** The first `count` title ids of the catalogue. */
  titleIds(count: number): Promise<number[]>
  /** Sends waiting mail and returns all sent messages, oldest first. */
  letters(): Promise<MailMessage[]>
  /** Moves the server's clock forward, in ms. */
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
  /** Sends the CSRF cookie and header. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Like `post`. */
  delete(path: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>
}

export interface Member extends Caller {
  id: number
  name: string
  email: string
  token: string
  /** Signs the same user in on another device. */
  signIn(): Promise<Caller>
}

/** Settings of a server in tests, without Telegram and push. */
export const TEST_SETTINGS: Settings = {
  origins: [APP_ORIGIN, 'http://127.0.0.1:4173'],
  secrets: ['a secret of the tests, long enough to be one'],
  cookieDomain: undefined,
  proxies: 0,
  // The cheapest parameters, for speed.
  passwordCost: { N: 16, r: 8, p: 1 },
  checkReplies: true,
  films: resolve('.cache/test-films'),
  userMetrics: 'consent',
}

let people = 0

export async function startServer(
  options: {
    database?: DatabaseKind
    /** a database of the test's own, which closes with the server */
    connection?: Connection
    /** reads the catalogue from elsewhere than the database */
    queryCatalogue?: QueryCatalogue
    settings?: Partial<Settings>
    pictures?: PictureStore
    /** the operator's films */
    storage?: Storage
    metrics?: Metrics
  } = {},
): Promise<TestServer> {
  const kind = options.database ?? 'pglite'
  const { metrics } = options
  const connection = options.connection ?? (await takeDatabase(kind))
  let shift = 0
  const now = () => new Date(Date.now() + shift)
  const frame = {
    database: connection.database,
    ...(options.queryCatalogue && { queryCatalogue: options.queryCatalogue }),
    clock: now,
    changes: await openChangeNotifications(connection),
    settings: { ...TEST_SETTINGS, telegram: BOT, push: PUSH, ...options.settings },
    metrics,
  }
  const letters: MailMessage[] = []
  const sendLetters = () =>
    runJobs(frame, { [LETTER_JOB]: letterJob(frame, async (letter) => void letters.push(letter)) }, { jobsMax: 1 })
  if (metrics) {
    connection.observe(metrics)
    metrics.watch({
      pool: connection.pool,
      pushes: () => duePushes(frame),
      mails: () => waitingJobs(frame, [LETTER_JOB]),
      tasks: () => waitingJobs(frame, TASK_NAMES),
      streams: frame.changes.count,
      pictures: (options.pictures ?? pictures).use,
      answers: () => answerCacheUse(connection.database),
    })
  }
  const media = {
    ...{ pictures: options.pictures ?? pictures, sampleFilm: demo.sampleFilm },
    storage: options.storage ?? openFolder(resolve('.cache/test-library')),
  }
  const api = createApi(frame, media)
  const request = async (path: string, init?: RequestInit) => api.request(`${API_ORIGIN}${path}`, init)
  return {
    api,
    database: connection.database,
    listen: connection.listen,
    exclusively: connection.exclusively,
    request,
    now,
    pass(ms) {
      shift += ms
    },
    async titleIds(count) {
      const rows = await connection.database.select({ id: titles.id }).from(titles).orderBy(titles.id).limit(count)
      return rows.map((row) => row.id)
    },
    createGuest: () => createCaller(request),
    async createUser({ name = 'آزمایشگر', email = `person${++people}@parde.example` } = {}) {
      const caller = createCaller(request)
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
          const other = createCaller(request)
          const login = await other.post('/api/sanc/login', { email, password: PASSWORD })
          other.token = login.json.data.token
          return other
        },
      })
    },
    async letters() {
      await sendLetters()
      return letters
    },
    async close() {
      await frame.changes.close()
      await (options.connection ? connection.close() : release(kind, connection))
    },
  }
}

/** Renders demo pictures on request and caches them for the next run: a subject always gives the same picture. */
const pictures = openPictureStore({ folder: resolve('.cache/test-media'), artist: demo.openArtist() })

type Request = TestServer['request']

function createCaller(request: Request): Caller {
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
