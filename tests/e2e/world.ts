import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BrowserContext, test as base, type CDPSession, chromium, expect, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

import { SHORT_LIVED } from '#tests/harness/builtServer.ts'
import { freePort, type Relay, startRelay } from '#tests/harness/network/relay.ts'
import { killProcesses, type Running, run } from '#tests/harness/processes.ts'

/** Flags for Debian's Chromium without a display or an internet connection. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The built app and the real server as a process, behind relays that tests can cut. */
export interface World {
  appUrl: string
  apiUrl: string
  /** The relay between the browser and the API. */
  api: Relay
  /** The relay between the browser and the app's files. */
  app: Relay
  /** Cuts or restores both. */
  cut(): void
  restore(): void
  server: Running
  /** The folder of the build that the server serves. With `ownDist` a copy that the test may change. */
  dist: string
  /** The data folder and further settings of the server, for the operator's program. */
  dataDir: string
  env: Record<string, string>
}

const cache = resolve('.cache/e2e')
/** Folders of rendered pictures and prepared films, which all worlds share: files are written atomically. */
export const SHARED_BY_WORLDS = ['media', 'films']

interface WorldOptions {
  /** Gives the world a copy of the build that the test may change. */
  ownDist?: boolean
  /** further settings of the server */
  env?: Record<string, string>
}

/** Starts a world on a copy of the seeded database. */
export async function startWorld({
  ownDist = false,
  env = {},
}: WorldOptions = {}): Promise<World & { stop(): Promise<void> }> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'world-'))
  const dist = ownDist ? join(folder, 'dist') : resolve('dist')
  // The copy finds its packages in the repository's folder.
  const filter = (file: string) => file !== resolve('dist/node_modules')
  if (ownDist) await cp(resolve('dist'), dist, { recursive: true, filter })
  await cp(process.env.E2E_SEED ?? join(cache, 'seed'), join(folder, 'data'), { recursive: true })
  for (const made of SHARED_BY_WORLDS) {
    await mkdir(join(cache, made), { recursive: true })
    await rm(join(folder, 'data', made), { recursive: true, force: true })
    await symlink(join(cache, made), join(folder, 'data', made))
  }
  const [appPort, apiPort] = [await freePort(), await freePort()]
  const [app, api] = [await startRelay(appPort), await startRelay(apiPort)]
  const appUrl = `http://localhost:${app.port}`
  const apiUrl = `http://localhost:${api.port}`
  const server = run('node', [...SHORT_LIVED, join(dist, 'server/main.js')], {
    APP_PORT: String(appPort),
    API_PORT: String(apiPort),
    API_BASE: apiUrl,
    APP_ORIGINS: `${appUrl},http://127.0.0.1:${app.port}`,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    // Rendering pictures ahead would take a core per world.
    DRAW_AHEAD: '0',
    ...env,
  })
  await server.waitForOutput(`http://localhost:${appPort}`)
  return {
    appUrl,
    apiUrl,
    api,
    app,
    server,
    dist,
    dataDir: join(folder, 'data'),
    env,
    cut() {
      api.cut()
      app.cut()
    },
    restore() {
      api.restore()
      app.restore()
    },
    async stop() {
      await server.end()
      await Promise.all([app.close(), api.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Fixtures {
  /** Fails the test when the page logs an error that the test has not allowed. */
  console: { allow(pattern: RegExp): void }
  /** A device for this test alone. Restores the network afterwards. */
  device: Device
}

/** `world` is shared by the tests of a Playwright worker, so each test registers its own users. */
export const test = base.extend<Fixtures, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const world = await startWorld()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.appUrl),
  console: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const errors: string[] = []
      watchErrors(context, errors)
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  device: async ({ world }, use) => {
    const device = await startDevice(world.appUrl)
    await use(device)
    world.api.setFaultRule(undefined)
    world.restore()
    await device.close()
  },
})

/** Collects console errors and uncaught exceptions of every page of a context. */
function watchErrors(context: BrowserContext, errors: string[]) {
  const watch = (page: Page) => {
    page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
  }
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
}

/** Messages that the browser logs when the network is cut. */
export const NETWORK_ERRORS = /Failed to load resource|net::ERR_|Background Sync|A bad HTTP response code/

let accounts = 0

/** Registers a new user through the form. */
export async function register(page: Page): Promise<{ email: string; password: string }> {
  const account = {
    email: `e2e-${process.pid}-${Date.now()}-${++accounts}@parde.example`,
    password: 'seven horses 1404',
  }
  await page.goto('/auth/register')
  await page.getByLabel('نام', { exact: false }).first().fill('سارا')
  await page.getByLabel('ایمیل', { exact: false }).fill(account.email)
  await page.locator('input[autocomplete="new-password"]').nth(0).fill(account.password)
  await page.locator('input[autocomplete="new-password"]').nth(1).fill(account.password)
  await page.locator('main form button[type=submit]').click()
  // Password hashing is slow by design, and slower on a busy machine.
  await expect(page).toHaveURL(/\/$/)
  return account
}

/** Calls the API as another device of the user who is signed in to this browser. POSTs if there is a body. */
export async function callAsOtherDevice(context: BrowserContext, world: World, path: string, body?: object) {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))
  const xsrf = cookies.get('XSRF-TOKEN') ?? ''
  const answer = await fetch(`${world.apiUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${cookies.get('token')}`,
      Cookie: `XSRF-TOKEN=${encodeURIComponent(xsrf)}`,
      'X-XSRF-TOKEN': xsrf,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status, path).toBe(200)
  return answer.json()
}

/** Listens for the registration of the worker of this origin (DevTools protocol) and returns its id. */
export async function workerRegistration(session: CDPSession, origin: string): Promise<string> {
  const registration = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (own) found(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return registration
}

/** Dispatches a background sync event to the worker (DevTools protocol). */
export async function dispatchSync(session: CDPSession, origin: string) {
  const registrationId = await workerRegistration(session, origin)
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false })
}

/** Waits until the worker controls the page, as for a returning user. */
export async function waitForWorker(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The path of a file that the first worker fetches after it has taken control (`sw/appFiles.ts`). */
export const RARE_FILES = /^\/assets\/(player|lightbox|forms|readList)[-.]/

/** The number of those files in the cache. */
export async function rareFilesInCache(page: Page): Promise<number> {
  const paths = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('-precache-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  return paths.filter((path) => RARE_FILES.test(path)).length
}

/**
 * Waits until no resource has loaded for a moment and all pictures are complete. Playwright's `networkidle` never happens
 * for a member: the stream of server-sent events stays open.
 */
export async function waitForIdle(page: Page) {
  await page.waitForFunction(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    const last = Math.max(0, ...ends)
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    return document.readyState === 'complete' && performance.now() - last > 500 && pictures.every((one) => one.complete)
  })
}

/** A browser whose profile survives a kill, as a user's device. */
export interface Device {
  readonly page: Page
  readonly context: BrowserContext
  /** Kills the browser's processes with SIGKILL. */
  kill(): Promise<void>
  /** Starts the browser on the same profile after a kill. Returns its new page. */
  restart(): Promise<Page>
  /** Closes the browser and deletes its profile. */
  close(): Promise<void>
}

/** Starts a browser on a new profile. `hasBackForwardCache` enables the back/forward cache, as users have it. */
export async function startDevice(baseURL: string, { hasBackForwardCache = false } = {}): Promise<Device> {
  const profile = await mkdtemp(join(cache, 'profile-'))
  const { launchOptions } = base.info().project.use
  const start = () =>
    chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(hasBackForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
      baseURL,
      locale: 'fa-IR',
      viewport: { width: 360, height: 800 },
    })
  const firstPage = async () => context.pages()[0] ?? (await context.newPage())
  let context = await start()
  let page = await firstPage()
  return {
    get page() {
      return page
    },
    get context() {
      return context
    },
    async kill() {
      const gone = new Promise((done) => context.on('close', done))
      killProcesses(`user-data-dir=${profile}`)
      await gone
    },
    async restart() {
      context = await start()
      page = await firstPage()
      return page
    },
    async close() {
      await context.close().catch(() => undefined)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Dispatches the event of a page that is frozen or resumed. `Page.setWebLifecycleState` has no effect on a page that counts
 * as visible, as every page of Playwright does.
 */
export function dispatchLifecycle(page: Page, type: 'freeze' | 'resume') {
  return page.evaluate((name) => void document.dispatchEvent(new Event(name)), type)
}
