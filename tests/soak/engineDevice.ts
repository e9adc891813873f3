import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserDriver, Engine, StartBrowser, TabDriver } from '#tests/engines/engine.ts'
import { startFirefox } from '#tests/engines/puppeteer.ts'
import { startWebkit } from '#tests/engines/webdriver.ts'
import {
  BUTTONS,
  type Device,
  describeOutbox,
  emailOf,
  type Operation,
  PASSWORD,
  REQUESTS,
  readRows,
  readScreens,
  SETTLE_TIMEOUT,
  type Seen,
  STEP_TIMEOUT,
  type Title,
  TOGGLES,
  type Toggle,
  until,
} from './devices.ts'
import type { Action } from './history.ts'
import type { Random } from './random.ts'

const START: Record<Exclude<Engine, 'chromium'>, StartBrowser> = { firefox: startFirefox, webkit: startWebkit }
const OPTIONS = { isPrivate: false, quota: undefined, preference: undefined }
// Not those of a screen in the background.
const COMMENT_FIELD = 'main textarea:not([inert] *)'
const REQUEST_FIELD = 'main form input[name=name]:not([inert] *)'
const EMAIL_FIELD = 'main input[type=email]:not([inert] *)'
const PASSWORD_FIELD = 'main input[autocomplete="current-password"]:not([inert] *)'

/**
 * A device with a browser of its own in Firefox or WebKit. Their clients can neither stop workers nor run a script before the
 * page's own, so its workers are not stopped and its clock does not jump. A crash kills the whole browser.
 */
export async function openEngineDevice(
  engine: Exclude<Engine, 'chromium'>,
  { name, user, baseURL, random }: { name: string; user: string; baseURL: string; random: Random },
): Promise<Device> {
  await mkdir(resolve('.cache/soak'), { recursive: true })
  const profile = await mkdtemp(join(resolve('.cache/soak'), `${engine}-`))
  let browser: BrowserDriver = await START[engine](profile, OPTIONS)
  let tabs = [await browser.newTab()]
  const errors: string[] = []
  let written = 0

  function tab(): TabDriver {
    const last = tabs.at(-1)
    if (!last) throw new Error('a device without a tab')
    return last
  }

  /** Loads a document of the app. */
  async function load(path: string) {
    await tab()
      .evaluate(() => void Object.assign(window, { isBefore: true }))
      .catch(() => undefined)
    await tab().navigate(new URL(path, baseURL).href)
    const isLoaded = () => tab().evaluate(() => !('isBefore' in window) && document.readyState !== 'loading')
    await waitFor(`${path} opens`, isLoaded, SETTLE_TIMEOUT)
  }

  async function open(path: string) {
    const address = await tab().evaluate(() => location.href)
    if (!address.endsWith(path)) await load(path)
  }

  /** `aria-pressed` of a toggle of the open title; null while it is unknown. */
  function stateOf(what: Toggle, { isClicked = false } = {}): Promise<string | null> {
    return tab().evaluate(readToggle, BUTTONS[what].source, isClicked)
  }

  function waitUntilKnown(what: Toggle, timeout = STEP_TIMEOUT): Promise<void> {
    return waitFor('the state is known', async () => (await stateOf(what)) !== null, timeout)
  }

  async function toggle(what: Toggle, title: Title): Promise<Omit<Action, 'device' | 'user'>> {
    await open(title.path)
    await waitUntilKnown(what)
    const from = Date.now()
    const before = await stateOf(what, { isClicked: true })
    if (before === null) throw new Error('the state is unknown again')
    const desired = before === 'true' ? 'off' : 'on'
    const hasChanged = async () => (await stateOf(what)) === String(desired === 'on')
    const stored = (await holds(hasChanged)) ? 'yes' : 'maybe'
    return { entity: `${what}:${title.id}`, desired, from, until: Date.now(), stored }
  }

  /** Creates a comment or request with the form of this field. */
  async function write(entity: string, path: string, field: string): Promise<Omit<Action, 'device' | 'user'>> {
    await open(path)
    written += 1
    const text = `${name} ${written} ${random.below(1_000_000)}`
    await type(field, text)
    const from = Date.now()
    await tab().evaluate(submitForm, field)
    // The form clears when the device has stored the mutation.
    const stored = (await holds(async () => (await tab().evaluate(readField, field)) === '')) ? 'yes' : 'maybe'
    return { entity, desired: 'new', text, from, until: Date.now(), stored }
  }

  /** Replaces the text of a field by typing. */
  async function type(field: string, text: string) {
    await waitFor(`${field} is there`, () => tab().evaluate(selectField, field))
    await tab().type(text)
    await waitFor(`${field} has the text`, async () => (await tab().evaluate(readField, field)) === text)
  }

  async function signIn() {
    await load('/auth/login')
    await type(EMAIL_FIELD, emailOf(user))
    await type(PASSWORD_FIELD, PASSWORD)
    await tab().evaluate(submitForm, EMAIL_FIELD)
    await waitFor('the user is signed in', () => tab().evaluate(() => location.pathname === '/'), SETTLE_TIMEOUT)
    const isInstalled = () => tab().evaluate(() => navigator.serviceWorker.controller !== null)
    await waitFor('the worker is installed', isInstalled, SETTLE_TIMEOUT)
  }

  async function read(title: Title | undefined): Promise<Seen> {
    if (!title) return { on: [], made: await tab().evaluate(readRequests) }
    const on: string[] = []
    for (const what of TOGGLES) {
      const pressed = await stateOf(what)
      if (pressed === null) throw new Error('the state is not loaded yet')
      if (pressed === 'true') on.push(`${what}:${title.id}`)
    }
    return { on, made: await tab().evaluate(readComments) }
  }

  async function act(what: Operation, title: Title): Promise<Action> {
    const action = await (what === 'comment'
      ? write(`comment:${title.id}`, title.path, COMMENT_FIELD)
      : what === 'request'
        ? write('request', REQUESTS, REQUEST_FIELD)
        : toggle(what, title))
    return { device: name, user, ...action }
  }

  await signIn()
  const token = await tab().evaluate(() => /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? '')
  return {
    engine,
    name,
    user,
    token: decodeURIComponent(token),
    async visit(title) {
      await load(title.path)
      for (const what of TOGGLES) await waitUntilKnown(what, SETTLE_TIMEOUT)
    },
    act,
    async crash() {
      await browser.kill()
      browser = await START[engine](profile, OPTIONS)
      tabs = [await browser.newTab()]
      await load('/')
    },
    async anotherTab() {
      tabs.push(await browser.newTab())
      if (tabs.length > 2) await tabs.shift()?.close()
      await load('/')
    },
    clock: [{ from: Date.now(), offset: 0 }],
    errors,
    async settle() {
      while (tabs.length > 1) await tabs.shift()?.close()
      // A page that a crash left behind may reload at this moment.
      await waitFor('the watchlist opens', () => load('/user/watchlist').then(() => true), 2 * SETTLE_TIMEOUT)
      let waiting = ['never read']
      await until(async () => {
        waiting = await tab()
          .evaluate(readRows, 'outbox')
          .then(describeOutbox)
          .catch(() => waiting)
        return waiting.length === 0
      }, Date.now() + SETTLE_TIMEOUT)
      const journal = (await tab().evaluate(readRows, 'journal')) ?? []
      errors.push(...journal.filter(({ event }) => event === 'error').map(({ detail }) => String(detail)))
      return waiting
    },
    readScreens: (titles, expected) => readScreens(titles, expected, { open: load, read }),
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Whether a condition holds within a time, in ms. A document that is being replaced rejects what is evaluated in it. */
function holds(condition: () => Promise<boolean>, timeout = STEP_TIMEOUT): Promise<boolean> {
  return until(() => condition().catch(() => false), Date.now() + timeout)
}

async function waitFor(what: string, condition: () => Promise<boolean>, timeout = STEP_TIMEOUT) {
  if (!(await holds(condition, timeout))) throw new Error(`not in time: ${what}`)
}

/*
 * These run in the page. They contain no function with a name: the runner of the soak calls a helper for each, which pages
 * lack.
 */

/** Reads `aria-pressed` of a button of the title itself, not of a card, and clicks it in the same task; null while it is unknown. */
function readToggle(name: string, isClicked = false): string | null {
  const button = [...document.querySelectorAll<HTMLElement>('main button:not(article *, [inert] *)')].find((one) =>
    new RegExp(name).test((one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
  )
  const pressed = button?.getAttribute('aria-pressed') ?? null
  if (isClicked && pressed !== null) button?.click()
  return pressed
}

function selectField(css: string): boolean {
  const field = document.querySelector<HTMLInputElement>(css)
  field?.scrollIntoView({ block: 'center', behavior: 'instant' })
  field?.focus()
  field?.select()
  return field !== null && document.activeElement === field
}

function readField(css: string): string | undefined {
  return document.querySelector<HTMLInputElement>(css)?.value
}

function submitForm(css: string): void {
  document.querySelector(css)?.closest('form')?.querySelector<HTMLElement>('button[type=submit]')?.click()
}

function readComments(): string[] {
  return [...document.querySelectorAll('main article p:not([inert] *)')].map((one) => one.textContent ?? '')
}

/** Reads the list of requests once it is expanded to its end. */
function readRequests(): string[] {
  const more = [...document.querySelectorAll<HTMLElement>('main [aria-labelledby=requests] button')].find(
    (one) => one.textContent?.trim() === 'درخواست‌های قدیمی‌تر',
  )
  if (more) {
    more.click()
    throw new Error('there are older requests')
  }
  return [...document.querySelectorAll('main article h3')].map((one) => one.textContent ?? '')
}
