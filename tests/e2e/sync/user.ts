import type { Page } from '@playwright/test'
import { type Device, expect, register, startDevice, test, type World, waitForWorker } from '#tests/e2e/world.ts'
import type { Exchange } from '#tests/harness/network/relay.ts'

/** A registered user whose device has stored some titles. */
export interface TestUser extends Device {
  account: { email: string; password: string }
  /** Returns a title that no test has used yet. */
  unusedTitle(): Title
}

export interface Title {
  id: string
  path: string
}

/**
 * Creates a user for all tests of a file and resets network and tabs before each test. Call it at the top of the file.
 */
export function userOfThisFile(titles: number, options?: { hasBackForwardCache: boolean }): TestUser {
  let user: TestUser | undefined
  test.beforeAll(async ({ world }) => {
    user = await createUser(world, titles, options)
  })
  test.afterEach(async ({ world }) => {
    world.restore()
    world.api.clear()
    world.api.setFaultRule(undefined)
    for (const tab of user?.context.pages() ?? []) if (tab !== user?.page) await tab.close()
  })
  test.afterAll(() => user?.close())
  return new Proxy({} as TestUser, {
    get: (_, name) => Reflect.get(user ?? failBeforeStart(), name),
  })
}

function failBeforeStart(): never {
  throw new Error('nobody is there before the first test')
}

/** Registers a user and opens `count` titles, so that they open offline. */
export async function createUser(
  world: World,
  titles: number,
  options?: { hasBackForwardCache: boolean },
): Promise<TestUser> {
  const device = await startDevice(world.appUrl, options)
  const { page } = device
  const account = await register(page)
  await waitForWorker(page)
  const known = await openTitles(page, titles)
  // Users of earlier specs in this world may have saved the same titles.
  world.api.exchanges.length = 0
  return Object.assign(device, {
    account,
    unusedTitle() {
      const title = known.pop()
      if (!title) throw new Error('more titles are used here than were opened')
      return title
    },
  })
}

/** Opens some popular titles, so that the device stores them. */
export async function openTitles(page: Page, count: number): Promise<Title[]> {
  await page.goto('/?order_by=votes')
  const links = page.locator('main a[href^="/titles/"]')
  await expect(links.nth(8)).toBeVisible()
  const all = await links.evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
  const paths = [...new Set(all)].slice(-count)
  for (const path of paths) {
    await openTitle(page, titleAt(path))
  }
  return paths.map(titleAt)
}

function titleAt(path: string): Title {
  return { path, id: path.split('/')[2] ?? '' }
}

export function saveButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
}

/** Opens a title and waits for an enabled save button. */
export async function openTitle(page: Page, title: Title) {
  await page.goto(title.path)
  await expect(saveButton(page)).toBeEnabled()
}

/** Opens a title and saves it. Resolves when the button shows it, which means that the device has stored the mutation. */
export async function save(page: Page, title: Title) {
  await page.goto(title.path)
  await clickSave(page, true)
}

/** Saves a title while the relay holds the request or its answer. Resolves when the relay has it. */
export async function saveHeld(page: Page, world: World, title: Title, held: 'request' | 'answer') {
  const hold = world.api.hold(savesOf(title), held)
  await save(page, title)
  await hold.met
  return hold
}

export async function clickSave(page: Page, pressed: boolean) {
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', String(pressed))
}

/** The fields of an outbox entry that tests read. */
export interface OutboxEntry {
  seq: number
  key: string
  entity: string
  status: string
  payload: unknown
  label: string
  createdAt: number
  attempts: number
}

/** A tab of Playwright or of the engine suite. */
interface Evaluator {
  evaluate(work: () => Promise<OutboxEntry[]>): Promise<OutboxEntry[]>
}

/** The outbox entries in the browser's database, read without the app. */
export function outboxOf(page: Evaluator): Promise<OutboxEntry[]> {
  return page.evaluate(async () => {
    const entries: OutboxEntry[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('parde-user-')) continue
      entries.push(...(await rowsOf(name)))
    }
    return entries

    function rowsOf(name: string): Promise<OutboxEntry[]> {
      return new Promise((done, fail) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => fail(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          database.onversionchange = () => database.close()
          if (!database.objectStoreNames.contains('outbox')) {
            database.close()
            done([])
            return
          }
          const asking = database.transaction('outbox').objectStore('outbox').getAll()
          asking.onsuccess = () => {
            database.close()
            done(asking.result)
          }
          asking.onerror = () => fail(asking.error)
        }
      })
    }
  })
}

/** Waits until the outbox is empty. */
export async function expectSent(page: Evaluator) {
  await expect.poll(() => outboxOf(page).then((entries) => entries.length)).toBe(0)
}

/** A mutation that reached the server, alone or in a batch, with its result. */
export interface Arrival {
  key: string
  seq: number
  client: string
  token: string
  path: string
  saved: boolean
  result: string | undefined
  version: number
}

interface SentInBatch {
  key: string
  seq: number
  path: string
  body: unknown
}

/** Every delivery attempt of a save of this title that reached the server, in the order of the responses. */
export function arrivals(world: World, title: Title): Arrival[] {
  return world.api.exchanges.flatMap(arrivalsOf).filter(({ path }) => path === `/api/user/watchlist/${title.id}`)
}

/** The mutations of one exchange. */
export function arrivalsOf({ method, path, headers, requestBody, status, replyBody }: Exchange): Arrival[] {
  if (method !== 'POST' || !path.startsWith('/api/user/')) return []
  const client = String(headers['x-client-id'] ?? '')
  const token = String(headers.authorization ?? '')
  if (path === '/api/user/mutations') {
    if (status !== 200) return []
    const { mutations } = JSON.parse(requestBody) as { mutations: SentInBatch[] }
    const { data } = JSON.parse(replyBody) as { data: { body?: unknown }[] }
    return mutations.map(({ key, seq, path, body }, at) => ({
      ...{ key, seq, client, token, path },
      ...said(body, data[at]?.body),
    }))
  }
  const [key, seq] = [String(headers['idempotency-key'] ?? ''), Number(headers['x-client-seq'])]
  return [{ key, seq, client, token, path, ...said(JSON.parse(requestBody), status === 200 && JSON.parse(replyBody)) }]
}

function said(body: unknown, reply: unknown) {
  const { result, data } = (reply || {}) as { result?: string; data?: { version?: number } }
  return { saved: Object.values(body ?? {})[0] === true, result, version: data?.version ?? 0 }
}

/** The changes that saves and removals made on the server. Mutations without effect are left out. */
export function effects(world: World, title: Title): boolean[] {
  let state = false
  return arrivals(world, title)
    .filter(({ result }) => result === 'applied')
    .toSorted((one, other) => one.version - other.version)
    .flatMap(({ saved }) => {
      if (saved === state) return []
      state = saved
      return [saved]
    })
}

/** Matches requests that carry a single save of this title. */
export const savesOf =
  (title: Title) =>
  ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
    method === 'POST' && url === `/api/user/watchlist/${title.id}`

/** Enables or disables background sync (DevTools protocol). Without it only pages send. */
export async function setBackgroundSync({ page, context }: TestUser, setting: 'granted' | 'denied') {
  const session = await context.newCDPSession(page)
  await session.send('Browser.setPermission', { permission: { name: 'background-sync' }, setting })
  await session.detach()
}
