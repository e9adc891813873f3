import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { within } from '#tests/harness/within.ts'
import type { Dice } from './dice.ts'
import type { DeviceEnd, Tap } from './history.ts'

/** How long a device is given to say that a tap is kept, and to come to rest, in ms. */
const SAY = 10_000
const REST = 90_000
const REQUESTS = '/user/new-request'
const PASSWORD = 'seven horses 1404'

export interface Title {
  id: string
  path: string
}

/** A context of a browser with somebody signed in, who taps as people do: through the screen. */
export interface Device {
  name: string
  user: string
  token: string
  /** Opens it once, so that it opens without a network. */
  learn(title: Title): Promise<void>
  tap(what: Operation, title: Title): Promise<Tap>
  /** Ends the tab that is looked at, without a farewell. */
  crash(): Promise<void>
  /** Opens another tab and goes on in it; the one before stays, the oldest goes. */
  anotherTab(): Promise<void>
  stopWorkers(): Promise<void>
  /** Starts anew and waits until nothing waits any more; answers what still does. */
  rest(): Promise<string[]>
  /** What the screens show of these: each as soon as it shows what is `expected` there, or has had its time. */
  look(titles: Title[], expected: (seen: Seen, screen: Title | undefined) => boolean): Promise<Seen>
}

export type Seen = Pick<DeviceEnd, 'on' | 'made'>

/** Something a person can do: to a title, or a wish for one that is not there. */
export const OPERATIONS = ['save', 'like', 'comment', 'request'] as const
type Operation = (typeof OPERATIONS)[number]

const BUTTONS = { save: /^ذخیره/, like: /^پسندیدن/ } as const

export async function aDevice(
  browser: Browser,
  { name, user, baseURL, isFirst, dice }: { name: string; user: string; baseURL: string; isFirst: boolean; dice: Dice },
): Promise<Device> {
  const context = await browser.newContext({ baseURL, locale: 'fa-IR', viewport: { width: 360, height: 800 } })
  // On a busy machine a first start may take long; taps are given less.
  context.setDefaultTimeout(REST)
  const pages = [await context.newPage()]
  const page = () => pages.at(-1) ?? pages[0] ?? raise('a device without a tab')
  await (isFirst ? register : signIn)(page(), user)
  await page().waitForFunction(() => navigator.serviceWorker.controller !== null)
  context.setDefaultTimeout(SAY)
  let written = 0

  async function open(title: Title) {
    if (!page().url().endsWith(title.path)) await page().goto(title.path)
  }

  async function toggle(what: 'save' | 'like', title: Title): Promise<Omit<Tap, 'device' | 'user'>> {
    await open(title)
    const button = buttonOf(page(), what)
    await expect(button).toBeEnabled({ timeout: SAY })
    const from = Date.now()
    // In one task: between a look and a later tap another device's wish may arrive.
    const before = await button.evaluate((element) => {
      const pressed = element.getAttribute('aria-pressed') === 'true'
      if (element instanceof HTMLElement) element.click()
      return pressed
    })
    const tap = { entity: `${what}:${title.id}`, wish: before ? 'off' : 'on', from } as const
    const kept = await expect(button)
      .toHaveAttribute('aria-pressed', String(!before), { timeout: SAY })
      .then(
        () => 'yes' as const,
        () => 'maybe' as const,
      )
    return { ...tap, until: Date.now(), kept }
  }

  async function comment(title: Title): Promise<Omit<Tap, 'device' | 'user'>> {
    await open(title)
    return write(`comment:${title.id}`, page().locator('main textarea').first())
  }

  async function request(): Promise<Omit<Tap, 'device' | 'user'>> {
    await openRequests(page())
    return write('request', page().locator('main form input[name=name]').first())
  }

  /** Something new, by the form that has this field. */
  async function write(entity: string, field: Locator): Promise<Omit<Tap, 'device' | 'user'>> {
    written += 1
    const text = `${name} ${written} ${dice.below(1_000_000)}`
    await field.fill(text, { timeout: SAY })
    const tap = { entity, wish: 'new', text, from: Date.now() } as const
    const kept = await field
      .locator('xpath=ancestor::form')
      .locator('button[type=submit]')
      .first()
      .click({ timeout: SAY })
      // The form empties when the device has written it down.
      .then(() => expect(field).toHaveValue('', { timeout: SAY }))
      .then(
        () => 'yes' as const,
        () => 'maybe' as const,
      )
    return { ...tap, until: Date.now(), kept }
  }

  async function replace() {
    const gone = pages.pop()
    pages.push(await context.newPage())
    await gone?.close().catch(() => undefined)
  }

  return {
    name,
    user,
    token: await tokenOf(context),
    async learn(title) {
      await page().goto(title.path, { timeout: REST })
      await buttonOf(page(), 'save').waitFor({ timeout: REST })
    },
    async tap(what, title) {
      const tap = await (what === 'comment' ? comment(title) : what === 'request' ? request() : toggle(what, title))
      return { device: name, user, ...tap }
    },
    async crash() {
      const session = await context.newCDPSession(page())
      const crashed = page().waitForEvent('crash', { timeout: SAY })
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
      // A session whose page goes away at this moment is never answered: nothing may hang on it.
      const stopped = session
        .send('ServiceWorker.enable')
        .then(() => session.send('ServiceWorker.stopAllWorkers'))
        .then(() => session.detach())
      await within(SAY, stopped)
    },
    async rest() {
      // A machine that is busy has its time: what counts now is what is there in the end.
      context.setDefaultTimeout(REST)
      while (pages.length > 1) await pages.shift()?.close()
      await replace()
      await page().goto('/user/watchlist')
      const end = Date.now() + REST
      for (;;) {
        const waiting = await outboxOf(page())
        if (waiting.length === 0 || Date.now() > end) return waiting
        await page().waitForTimeout(200)
      }
    },
    async look(titles, expected) {
      const screens = [
        ...titles.map((title) => ({
          title,
          open: () => page().goto(title.path),
          read: () => readTitle(page(), title),
        })),
        { title: undefined, open: () => page().goto(REQUESTS), read: () => readRequests(page()) },
      ]
      const seen: Seen = { on: [], made: [] }
      for (const { title, open, read } of screens) {
        const nothing: Seen = { on: [], made: [] }
        let last = nothing
        const isThere = async () => {
          last = await read().catch(() => nothing)
          return expected(last, title)
        }
        // A screen is first what the device knew, then what the server says; a load that came to nothing is made again.
        const end = Date.now() + REST
        while (Date.now() < end) {
          await open().catch(() => undefined)
          if (await until(isThere, Math.min(end, Date.now() + REST / 4))) break
        }
        seen.on.push(...last.on)
        seen.made.push(...last.made)
      }
      return seen
    },
  }
}

/** What a title's page shows now. */
async function readTitle(page: Page, title: Title): Promise<Seen> {
  const on: string[] = []
  for (const what of ['save', 'like'] as const) {
    if ((await buttonOf(page, what).getAttribute('aria-pressed')) === 'true') on.push(`${what}:${title.id}`)
  }
  return { on, made: await page.locator('main article p').allTextContents() }
}

/** What the list of wishes shows now, opened to its end. */
async function readRequests(page: Page): Promise<Seen> {
  const list = page.locator('main [aria-labelledby=requests]')
  const more = list.getByRole('button', { name: 'درخواست‌های قدیمی‌تر' })
  while (await more.isVisible()) await more.click()
  return { on: [], made: await page.locator('main article h3').allTextContents() }
}

/** Asks again and again whether it is so; not beyond `end`, in ms. */
async function until(isSo: () => Promise<boolean>, end: number): Promise<boolean> {
  while (Date.now() < end) {
    if (await isSo()) return true
    await new Promise((next) => setTimeout(next, 100))
  }
  return false
}

async function openRequests(page: Page) {
  if (!page.url().endsWith(REQUESTS)) await page.goto(REQUESTS)
}

function buttonOf(page: Page, what: 'save' | 'like') {
  return page.getByRole('main').getByRole('button', { name: BUTTONS[what] }).first()
}

async function register(page: Page, user: string) {
  await page.goto('/auth/register')
  await page.getByLabel('نام', { exact: false }).first().fill(user)
  await page.getByLabel('ایمیل', { exact: false }).fill(emailOf(user))
  await page.locator('input[autocomplete="new-password"]').nth(0).fill(PASSWORD)
  await page.locator('input[autocomplete="new-password"]').nth(1).fill(PASSWORD)
  await send(page)
}

async function signIn(page: Page, user: string) {
  await page.goto('/auth/login')
  await page.getByLabel('ایمیل', { exact: false }).fill(emailOf(user))
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD)
  await send(page)
}

/** A machine that is busy may need more than one try. */
async function send(page: Page) {
  await expect(async () => {
    if (!page.url().endsWith('/')) await page.locator('main form button[type=submit]').click({ timeout: SAY })
    await expect(page).toHaveURL(/\/$/, { timeout: SAY })
  }).toPass({ timeout: REST })
}

function emailOf(user: string): string {
  return `${user}@parde.example`
}

async function tokenOf(context: BrowserContext): Promise<string> {
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value
  return decodeURIComponent(token ?? raise('nobody is signed in'))
}

/** What waits or has failed, in words; read from the browser's own database, without the app. */
async function outboxOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('parde-user-')) ?? {}
    if (name === undefined) return ['no database']
    return new Promise<string[]>((done, fail) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => fail(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        database.onversionchange = () => database.close()
        const asking = database.transaction('outbox').objectStore('outbox').getAll()
        asking.onerror = () => fail(asking.error)
        asking.onsuccess = () => {
          database.close()
          done(
            asking.result.map(({ entity, status, lastError }) => [entity, status, JSON.stringify(lastError)].join(' ')),
          )
        }
      }
    })
  })
}

function raise(words: string): never {
  throw new Error(words)
}
