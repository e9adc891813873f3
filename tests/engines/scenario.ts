import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test as base } from '@playwright/test'
import { startWorld, type World } from '#tests/e2e/world.ts'
import {
  type BrowserDriver,
  type BrowserOptions,
  createTab,
  type Engine,
  type StartBrowser,
  type Tab,
} from './engine.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import { startWebkit } from './webdriver.ts'

export { expect } from '@playwright/test'

const START: Record<Engine, StartBrowser> = { chromium: startChromium, firefox: startFirefox, webkit: startWebkit }

/** A browser of the engine under test, on a profile of its own. */
export interface Device {
  readonly tab: Tab
  newTab(): Promise<Tab>
  /** Kills the browser and starts it again on the same profile, in a new tab. */
  restart(): Promise<Tab>
}

interface WorkerFixtures {
  engine: Engine
  /** Whether the server serves a copy of the build that the scenario may change. */
  ownDist: boolean
  world: World
}

/** A scenario runs once per engine (`playwright.config.ts` in this folder), on a new device and a shared server. */
export const test = base.extend<{ device: Device; tab: Tab } & BrowserOptions, WorkerFixtures>({
  isPrivate: [false, { option: true }],
  quota: [undefined, { option: true }],
  preference: [undefined, { option: true }],
  engine: ['chromium', { option: true, scope: 'worker' }],
  ownDist: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ ownDist }, use) => {
      const world = await startWorld({ ownDist })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  device: async ({ engine, isPrivate, quota, preference, world }, use, info) => {
    const options = { isPrivate, quota, preference }
    const profiles = resolve('.cache/engines')
    await mkdir(profiles, { recursive: true })
    const profile = await mkdtemp(join(profiles, `${engine}-`))
    let browser: BrowserDriver = await START[engine](profile, options)
    const newTab = async () => createTab(await browser.newTab(), world.appUrl)
    let tab = await newTab()
    await use({
      get tab() {
        return tab
      },
      newTab,
      async restart() {
        await browser.kill()
        browser = await START[engine](profile, options)
        tab = await newTab()
        return tab
      },
    })
    if (info.status !== info.expectedStatus) {
      await info.attach('screenshot', { body: await tab.screenshot(), contentType: 'image/png' })
      const last = [world.api, world.app].flatMap(({ exchanges }) =>
        exchanges.slice(-12).map(({ method, path, status }) => `${method} ${path} ${status}`),
      )
      // The output of CI shows the beginnings of attachments only.
      console.log(engine, info.title, JSON.stringify(await tab.evaluate(describePage), undefined, 1), last.join('\n'))
    }
    world.restore()
    world.api.clear()
    // The next scenario's user changes the same titles.
    world.api.exchanges.length = 0
    world.api.setFaultRule(undefined)
    world.app.setFaultRule(undefined)
    await browser.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  tab: async ({ device }, use) => use(device.tab),
})

/** Describes the page of a failed scenario. Runs in the page. */
async function describePage() {
  const { held, pending } = await navigator.locks.query()
  const names = (locks: LockInfo[] = []) => locks.map(({ name, mode }) => `${name} ${mode}`)
  const readMeta = (name: string) =>
    new Promise<string>((done) => {
      setTimeout(() => done('silent for 3 s'), 3_000)
      const opening = indexedDB.open(name)
      opening.onerror = () => done(`does not open: ${opening.error}`)
      opening.onsuccess = () => {
        // The picture cache's own database.
        if (!opening.result.objectStoreNames.contains('meta')) return done('opens')
        const reading = opening.result.transaction('meta').objectStore('meta').count()
        reading.onsuccess = () => done('answers')
        reading.onerror = () => done(`does not read: ${reading.error}`)
      }
    })
  const databases = (await indexedDB.databases()).map(async ({ name = '' }) => `${name} ${await readMeta(name)}`)
  return {
    address: location.href,
    state: document.readyState,
    focused: document.activeElement?.outerHTML.slice(0, 100),
    toggles: [...document.querySelectorAll('main [aria-pressed]')].slice(0, 2).map((toggle) => toggle.ariaPressed),
    notices: [...document.querySelectorAll('[role=status], [role=alert]')].flatMap(
      ({ textContent }) => textContent || [],
    ),
    locks: { held: names(held), pending: names(pending) },
    databases: await Promise.all(databases),
    unfinished: [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]')]
      .map((element) => (element instanceof HTMLLinkElement ? element.href : element.src))
      .filter((address) => performance.getEntriesByName(address).length === 0),
    text: document.querySelector('main')?.innerText.replace(/\s+/g, ' ').slice(0, 600),
  }
}
