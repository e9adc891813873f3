import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Engine } from '#tests/engines/engine.ts'
import { call } from '#tests/harness/builtServer.ts'
import { within } from '#tests/harness/within.ts'
import { CLOCK_COOKIE, DEVICE_SCRIPT } from './clock.ts'
import type { Action, DeviceEnd } from './history.ts'
import type { Random } from './random.ts'

/** Time limits for confirming one action, and for each step before the faults and after them, in ms. */
export const STEP_TIMEOUT = 10_000
export const SETTLE_TIMEOUT = 90_000
export const REQUESTS = '/user/new-request'
/** Unhandled rejections of something that was cancelled, or of a lost network (`src/data/platform/reportError.ts`). */
const CANCELLED = ['AbortError', 'Unreachable']
/** Chromium's own messages about failed requests. */
const BROWSER_MESSAGES = /^(Failed to load resource|Access to \S+ at |Fetch API cannot load|The FetchEvent for )/
export const PASSWORD = 'seven horses 1404'

export interface Title {
  id: string
  path: string
}

/** A browser, or a context of one, with a signed-in user who acts through the app's screens. */
export interface Device {
  engine: Engine
  name: string
  user: string
  token: string
  /** Opens a title, so that it opens offline later. */
  visit(title: Title): Promise<void>
  act(what: Operation, title: Title): Promise<Action>
  /** Crashes the current tab, or the whole browser. */
  crash(): Promise<void>
  /** Continues in a new tab; keeps the previous tab and closes older ones. */
  anotherTab(): Promise<void>
  /** Where the browser's client can. */
  stopWorkers?(): Promise<void>
  /** Makes the clock of the device wrong by `offset` ms, where the browser's client can. */
  jumpClock?(offset: number): Promise<void>
  /** The clock of the device so far. */
  clock: ClockChange[]
  /** Errors that no code of the pages handled, or that it reported as bugs. */
  errors: string[]
  /** Starts a fresh tab and waits for an empty outbox. Returns the entries left at the time limit. */
  settle(): Promise<string[]>
  /** Reads the state of titles and requests from their screens, each once it is `expected` or its time is over. */
  readScreens(titles: Title[], expected: Expected): Promise<Seen>
  close(): Promise<void>
}

/** Whether a screen shows what it should: a title's page, or the list of requests. */
type Expected = (seen: Seen, screen: Title | undefined) => boolean

/** From `from` on, in ms of the soak's clock, a device's clock is ahead by `offset` ms. */
export interface ClockChange {
  from: number
  offset: number
}

export type Seen = Pick<DeviceEnd, 'on' | 'made'>

/** Actions of a user: on a title, or a request for a missing one. */
export const OPERATIONS = ['save', 'like', 'watched', 'comment', 'request'] as const
export type Operation = (typeof OPERATIONS)[number]

/** The states of a title that a button of its page inverts. */
export const TOGGLES = ['save', 'like', 'watched'] as const
export type Toggle = (typeof TOGGLES)[number]

export const BUTTONS: Record<Toggle, RegExp> = { save: /^ذخیره/, like: /^پسندیدن/, watched: /^دیده‌ام$/ }

export async function openDevice(
  browser: Browser,
  { name, user, baseURL, random }: { name: string; user: string; baseURL: string; random: Random },
): Promise<Device> {
  const context = await browser.newContext({ baseURL, locale: 'fa-IR', viewport: { width: 360, height: 800 } })
  // The first start may take long on a busy machine.
  context.setDefaultTimeout(SETTLE_TIMEOUT)
  await context.addInitScript(DEVICE_SCRIPT)
  const clock: ClockChange[] = [{ from: Date.now(), offset: 0 }]
  const errors: string[] = []
  context.on('weberror', (failure) => {
    const { name: kind, message, stack } = failure.error()
    if (!CANCELLED.includes(kind)) errors.push(`${kind}: ${message} ${stack}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error' && !BROWSER_MESSAGES.test(message.text())) errors.push(message.text())
  })
  const pages = [await context.newPage()]
  const page = () => pages.at(-1) ?? pages[0] ?? raise('a device without a tab')
  await signIn(page(), user)
  await page().waitForFunction(() => navigator.serviceWorker.controller !== null)
  context.setDefaultTimeout(STEP_TIMEOUT)
  let written = 0

  /** Opens a path, unless the tab shows it. A tab whose navigation fails is replaced: it could still end during the next action. */
  async function open(path: string) {
    if (page().url().endsWith(path)) return
    await page()
      .goto(path)
      .catch(async (failure: unknown) => {
        await replace()
        throw failure
      })
  }

  async function toggle(what: Toggle, title: Title): Promise<Omit<Action, 'device' | 'user'>> {
    await open(title.path)
    const button = buttonOf(page(), what)
    // Before the state is loaded, a click decides on a state that nobody sees.
    await expectKnown(button, STEP_TIMEOUT)
    const from = Date.now()
    // Reads and clicks in one task: otherwise another device's change could arrive in between.
    const before = await button.evaluate((element) => {
      const pressed = element.getAttribute('aria-pressed')
      if (pressed === null) throw new Error('the state is unknown again')
      if (element instanceof HTMLElement) element.click()
      return pressed === 'true'
    })
    const action = { entity: `${what}:${title.id}`, desired: before ? 'off' : 'on', from } as const
    const stored = await expect(button)
      .toHaveAttribute('aria-pressed', String(!before), { timeout: STEP_TIMEOUT })
      .then(
        () => 'yes' as const,
        () => 'maybe' as const,
      )
    return { ...action, until: Date.now(), stored }
  }

  async function comment(title: Title): Promise<Omit<Action, 'device' | 'user'>> {
    await open(title.path)
    return write(`comment:${title.id}`, page().locator('main textarea').first())
  }

  async function request(): Promise<Omit<Action, 'device' | 'user'>> {
    await open(REQUESTS)
    return write('request', page().locator('main form input[name=name]').first())
  }

  /** Creates a comment or request with the form of this field. */
  async function write(entity: string, field: Locator): Promise<Omit<Action, 'device' | 'user'>> {
    written += 1
    const text = `${name} ${written} ${random.below(1_000_000)}`
    await field.fill(text, { timeout: STEP_TIMEOUT })
    const action = { entity, desired: 'new', text, from: Date.now() } as const
    const stored = await field
      .locator('xpath=ancestor::form')
      .locator('button[type=submit]')
      .first()
      .click({ timeout: STEP_TIMEOUT })
      // The form clears when the device has stored the mutation.
      .then(() => expect(field).toHaveValue('', { timeout: STEP_TIMEOUT }))
      .then(
        () => 'yes' as const,
        () => 'maybe' as const,
      )
    return { ...action, until: Date.now(), stored }
  }

  async function replace() {
    const gone = pages.pop()
    pages.push(await context.newPage())
    await gone?.close().catch(() => undefined)
  }

  return {
    engine: 'chromium',
    name,
    user,
    token: await tokenOf(context),
    async visit(title) {
      // A busy machine may answer later than the app waits.
      await expect(async () => {
        await page().goto(title.path, { timeout: SETTLE_TIMEOUT })
        for (const what of TOGGLES) await expectKnown(buttonOf(page(), what), SETTLE_TIMEOUT / 3)
      }).toPass({ timeout: 2 * SETTLE_TIMEOUT })
    },
    async act(what, title) {
      const action = await (what === 'comment' ? comment(title) : what === 'request' ? request() : toggle(what, title))
      return { device: name, user, ...action }
    },
    async crash() {
      const session = await context.newCDPSession(page())
      const crashed = page().waitForEvent('crash', { timeout: STEP_TIMEOUT })
      void session.send('Page.crash').catch(() => undefined)
      await crashed
      await replace()
    },
    async anotherTab() {
      pages.push(await context.newPage())
      if (pages.length > 2) await pages.shift()?.close()
      await page().goto('/')
    },
    async stopWorkers() {
      const session = await context.newCDPSession(page())
      // A DevTools session never gets a response when its page closes at this moment.
      const stopped = session
        .send('ServiceWorker.enable')
        .then(() => session.send('ServiceWorker.stopAllWorkers'))
        .then(() => session.detach())
      await within(STEP_TIMEOUT, stopped)
    },
    clock,
    errors,
    async jumpClock(offset) {
      // Before the jump: a change of this moment has one of the two times.
      clock.push({ from: Date.now(), offset })
      await context.addCookies([{ name: CLOCK_COOKIE, value: String(offset), url: baseURL }])
      await Promise.all(
        pages.map((one) =>
          within(
            STEP_TIMEOUT,
            one.evaluate((next) => jumpClock(next), offset),
          ),
        ),
      )
    },
    async settle() {
      // Only the final state matters now, so a busy machine gets more time.
      context.setDefaultTimeout(SETTLE_TIMEOUT)
      while (pages.length > 1) await pages.shift()?.close()
      await replace()
      await page().goto('/user/watchlist')
      let waiting = ['never read']
      await until(async () => {
        // A page that reloads at this moment is read again.
        waiting = await outboxOf(page()).catch(() => waiting)
        return waiting.length === 0
      }, Date.now() + SETTLE_TIMEOUT)
      return waiting
    },
    readScreens: (titles, expected) =>
      readScreens(titles, expected, {
        open: (path) => page().goto(path),
        read: (title) => (title ? readTitle(page(), title) : readRequests(page())),
      }),
    close: () => context.close(),
  }
}

/** Reads the pages of titles and the list of requests, each once it is `expected` or its time is over. */
export async function readScreens(
  titles: Title[],
  expected: Expected,
  { open, read }: { open: (path: string) => Promise<unknown>; read: (title: Title | undefined) => Promise<Seen> },
): Promise<Seen> {
  const seen: Seen = { on: [], made: [] }
  for (const title of [...titles, undefined]) {
    let last: Seen = { on: [], made: [] }
    const isThere = async () => {
      const now = await read(title).catch(() => undefined)
      if (now === undefined) return false
      last = now
      return expected(now, title)
    }
    // A screen shows the device's state first, then the server's. A failed load is repeated.
    const end = Date.now() + SETTLE_TIMEOUT
    while (Date.now() < end) {
      await open(title?.path ?? REQUESTS).catch(() => undefined)
      if (await until(isThere, Math.min(end, Date.now() + SETTLE_TIMEOUT / 4))) break
    }
    seen.on.push(...last.on)
    seen.made.push(...last.made)
  }
  return seen
}

/** Reads the current state from a title page. */
async function readTitle(page: Page, title: Title): Promise<Seen> {
  const on: string[] = []
  for (const what of TOGGLES) {
    const pressed = await buttonOf(page, what).getAttribute('aria-pressed')
    if (pressed === null) throw new Error('the state is not loaded yet')
    if (pressed === 'true') on.push(`${what}:${title.id}`)
  }
  return { on, made: await page.locator('main article p').allTextContents() }
}

/** Reads the list of requests, expanded to its end. */
async function readRequests(page: Page): Promise<Seen> {
  const list = page.locator('main [aria-labelledby=requests]')
  const more = list.getByRole('button', { name: 'درخواست‌های قدیمی‌تر' })
  while (await more.isVisible()) await more.click()
  return { on: [], made: await page.locator('main article h3').allTextContents() }
}

/** Polls a condition until it holds or the time `end`, in ms, has come. */
export async function until(isSo: () => Promise<boolean>, end: number): Promise<boolean> {
  while (Date.now() < end) {
    if (await isSo()) return true
    await new Promise((next) => setTimeout(next, 100))
  }
  return false
}

/** Waits until a toggle shows its state. */
async function expectKnown(button: Locator, timeout: number) {
  await expect(button).toHaveAttribute('aria-pressed', /true|false/, { timeout })
}

/** A button of the title itself. The cards of other titles, which an error screen offers too, have the same. */
function buttonOf(page: Page, what: Toggle) {
  return page
    .getByRole('main')
    .getByRole('button', { name: BUTTONS[what] })
    .and(page.locator(':not(article *)'))
    .first()
}

/** Registers a user without a screen: a form that gave up waiting for its response cannot register the same user again. */
export async function register(apiUrl: string, user: string) {
  const form = { name: user, email: emailOf(user), password: PASSWORD, passwordConfirmation: PASSWORD }
  const { status, json } = await call({ api: apiUrl }, '/api/sanc/register', form)
  if (status !== 201) throw new Error(`registering answered ${status}: ${JSON.stringify(json)}`)
}

async function signIn(page: Page, user: string) {
  await page.goto('/auth/login')
  await page.getByLabel('ایمیل', { exact: false }).fill(emailOf(user))
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD)
  await send(page)
}

/** Submits the form, again when a busy machine answered later than the app waits. */
async function send(page: Page) {
  await expect(async () => {
    if (!page.url().endsWith('/')) await page.locator('main form button[type=submit]').click()
    await expect(page).toHaveURL(/\/$/, { timeout: SETTLE_TIMEOUT / 3 })
  }).toPass({ timeout: 2 * SETTLE_TIMEOUT })
}

export function emailOf(user: string): string {
  return `${user}@parde.example`
}

async function tokenOf(context: BrowserContext): Promise<string> {
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value
  return decodeURIComponent(token ?? raise('nobody is signed in'))
}

/** The outbox entries as text, read from the browser's database without the app. */
async function outboxOf(page: Page): Promise<string[]> {
  return describeOutbox(await page.evaluate(readRows, 'outbox'))
}

/** The entries of an outbox as text. */
export function describeOutbox(entries: Record<string, unknown>[] | undefined): string[] {
  if (!entries) return ['no database']
  return entries.map(({ entity, status, lastError }) => [entity, status, JSON.stringify(lastError)].join(' '))
}

/** Reads a table of the user's database without the app; undefined without a database. Runs in the page. */
export async function readRows(table: string): Promise<Record<string, unknown>[] | undefined> {
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('parde-user-')) ?? {}
  if (name === undefined) return undefined
  return new Promise((done, fail) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => fail(opening.error)
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close()
      const asking = opening.result.transaction(table).objectStore(table).getAll()
      asking.onerror = () => fail(asking.error)
      asking.onsuccess = () => {
        opening.result.close()
        done(asking.result)
      }
    }
  })
}

function raise(words: string): never {
  throw new Error(words)
}
