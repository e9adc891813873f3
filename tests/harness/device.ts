import { Dexie } from 'dexie'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { apiBaseNow } from '#data/network/apiBase.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { signIn } from '#data/session/account.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { setOnLine } from './browser/browserOnline.ts'
import { type Member, PASSWORD, startServer, type TestServer } from './server.ts'

/** The fate of a request: served, no connection, response lost, delivered twice, or answered by the test itself. */
type NetworkMode = 'up' | 'down' | 'answer-lost' | 'twice' | ((path: string, init: RequestInit) => Response | undefined)

/** This process as a user's device: the real data layer and the real server, with a network that the test controls. */
export interface TestDevice {
  /** The server that requests reach. A test may replace it. */
  server: TestServer
  /** Applies to every request until a test changes it. */
  network: NetworkMode
  goOnline(): void
  goOffline(): void
  /** Goes offline, and the browser reports it (navigator.onLine) until `goOnline` or `close`. */
  disconnect(): void
  /** Restores the network and drains the outbox, as the page does; `all`: also entries whose backoff has not passed. */
  reconnect(options?: { all?: boolean }): Promise<void>
  /** Every request that left the device, `METHOD /path`. */
  sent: string[]
  /** Registers a user and signs in here. `member.signIn()` signs the same user in on another device. */
  registerMember(): Promise<Member>
  signIn(member: Member): Promise<void>
  close(): Promise<void>
}

const ORIGIN = 'http://localhost:4173'

/** Called before a device closes, to end background work that would reach the next test's device. */
export const deviceCleanups = new Set<() => Promise<void>>()

export async function createDevice(): Promise<TestDevice> {
  const server = await startServer()
  const realFetch = globalThis.fetch
  const device: TestDevice = {
    server,
    network: 'up',
    sent: [],
    goOnline() {
      device.network = 'up'
      if (!navigator.onLine) setOnLine(true)
    },
    goOffline() {
      device.network = 'down'
    },
    disconnect() {
      device.goOffline()
      setOnLine(false)
    },
    async reconnect({ all = false } = {}) {
      device.goOnline()
      const userDatabase = await personalDatabase()
      await clearBackoff(userDatabase)
      if (all) await userDatabase.outbox.toCollection().modify({ nextAt: 0 })
      await drainOutbox()
    },
    async registerMember() {
      const member = await server.createUser()
      await device.signIn(member)
      return member
    },
    async signIn({ email }) {
      const answer = await signIn({ email, password: PASSWORD })
      if (!answer.ok) throw new Error(`signing in: ${answer.error}`)
    },
    async close() {
      if (!navigator.onLine) setOnLine(true)
      await Promise.all([...deviceCleanups].map((end) => end()))
      deviceCleanups.clear()
      globalThis.fetch = realFetch
      closePersonalDatabases()
      for (const name of await Dexie.getDatabaseNames()) {
        if (name !== database.name) await Dexie.delete(name)
      }
      await Promise.all(database.tables.map((table) => table.clear()))
      for (const name of ['token', 'XSRF-TOKEN', 'ref'] as const) writeCookie(name, '', 0)
      await server.close()
    },
  }
  globalThis.fetch = async (input, init = {}) => {
    // As in a browser: a request aborted before it is sent is never sent.
    init.signal?.throwIfAborted()
    const url = String(input)
    const path = url.slice(apiBaseNow().length)
    device.sent.push(`${init.method ?? 'GET'} ${path}`)
    const { network } = device
    const cut = () => new TypeError('Failed to fetch')
    if (network === 'down') throw cut()
    if (typeof network === 'function') {
      const answer = network(path, init)
      if (answer) return answer
    }
    if (network === 'twice') await sendToServer(device.server, path, init)
    const response = await sendToServer(device.server, path, init)
    if (network === 'answer-lost') throw cut()
    return response
  }
  return device
}

/** Adds cookies and the Origin header, as a browser does. */
async function sendToServer(server: TestServer, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Origin', ORIGIN)
  headers.set('Cookie', document.cookie)
  const response = await server.request(path, { method: init.method ?? 'GET', headers, body: init.body ?? null })
  for (const cookie of response.headers.getSetCookie()) {
    // biome-ignore lint/suspicious/noDocumentCookie: stores the server's cookies as a browser does
    document.cookie = cookie.replace(/; (HttpOnly|Domain=[^;]+)/gi, '')
  }
  return response
}

/** Cards of the titles with the most votes in the small catalogue. */
export async function popularCards(server: TestServer, count: number): Promise<TitleCard[]> {
  const { json } = await server.createGuest().get(`/api/titles/search?order_by=votes&per_page=${count}`)
  return json.data
}

/** The card of the title with the most votes. */
export async function popularCard(server: TestServer): Promise<TitleCard> {
  const [card] = await popularCards(server, 1)
  if (!card) throw new Error('the catalogue is empty')
  return card
}

/** The ids of titles in the order of `savedOnServer`. */
export function idsOf(titles: readonly { id: number }[]): number[] {
  return titles.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** The ids on a user's list on the server, in ascending order. */
export async function savedOnServer(member: Member): Promise<number[]> {
  const { json } = await member.get('/api/user/watchlist?per_page=100')
  return json.data
    .map(({ titleId }: { titleId: number }) => titleId)
    .toSorted((one: number, other: number) => one - other)
}
