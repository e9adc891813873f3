import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type KeyInput,
  type Page,
} from 'puppeteer-core'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { findFirefox } from '#tests/harness/browser/firefox.ts'
import {
  type BrowserDriver,
  type BrowserOptions,
  findVisible,
  type Preference,
  type StartBrowser,
  type TabDriver,
  VIEWPORT,
} from './engine.ts'

/** Settings that are made over the DevTools protocol. */
type Emulation = Partial<Pick<BrowserOptions, 'quota' | 'preference'>>

/** The media feature of each preference. */
const MEDIA: Record<Preference, { name: string; value: string }> = {
  'forced-colors': { name: 'forced-colors', value: 'active' },
  'reduced-motion': { name: 'prefers-reduced-motion', value: 'reduce' },
}

/** Starts Chromium over the DevTools protocol. */
export const startChromium: StartBrowser = (profile, { isPrivate, quota, preference }) =>
  start(
    { quota, preference },
    {
      browser: 'chrome',
      executablePath: findChromium(),
      args: [...CHROMIUM_FLAGS, '--lang=fa-IR', '--autoplay-policy=no-user-gesture-required'],
      userDataDir: profile,
    },
    // A context of its own is what the browser calls incognito.
    (browser) => (isPrivate ? browser.createBrowserContext() : browser.defaultBrowserContext()),
  )

/** Starts Firefox over WebDriver BiDi, which needs no driver program. */
export const startFirefox: StartBrowser = (profile, { isPrivate, quota, preference }) =>
  start(
    {},
    {
      browser: 'firefox',
      executablePath: findFirefox(),
      userDataDir: profile,
      extraPrefsFirefox: {
        'browser.privatebrowsing.autostart': isPrivate,
        'intl.accept_languages': 'fa-IR, fa',
        'media.autoplay.default': 0,
        // Firefox prints hundreds of lines about its own services without an internet connection.
        'services.settings.server': '',
        'app.normandy.enabled': false,
        // 2: the user's colours replace those of pages.
        ...(preference === 'forced-colors' && { 'browser.display.document_color_use': 2 }),
        ...(preference === 'reduced-motion' && { 'ui.prefersReducedMotion': 1 }),
        // In kB. An origin may use a fifth of it.
        ...(quota && { 'dom.quotaManager.temporaryStorage.fixedLimit': Math.round((5 * quota) / 1024) }),
      },
    },
  )

async function start(
  { quota, preference }: Emulation,
  options: Parameters<typeof puppeteer.launch>[0],
  contextOf: (browser: Browser) => BrowserContext | Promise<BrowserContext> = (browser) =>
    browser.defaultBrowserContext(),
): Promise<BrowserDriver> {
  const browser = await puppeteer.launch({
    ...options,
    headless: true,
    defaultViewport: VIEWPORT,
    protocolTimeout: 120_000,
  })
  const context = await contextOf(browser)
  return {
    async newTab() {
      const page = await context.newPage()
      await page.setViewport(VIEWPORT)
      if (preference) {
        // Puppeteer's own method does not know forced colours. Holds until the end of the session, which is the tab's.
        const session = await page.createCDPSession()
        await session.send('Emulation.setEmulatedMedia', { features: [MEDIA[preference]] })
      }
      return tabOf(page, quota)
    },
    async kill() {
      const child = browser.process()
      // Killed before, and the next browser did not start.
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
    close: () => browser.close(),
  }
}

function tabOf(page: Page, quota: number | undefined): TabDriver {
  return {
    async navigate(address) {
      if (quota !== undefined) {
        // Holds until the end of the session, which is the tab's.
        const session = await page.createCDPSession()
        await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(address).origin, quotaSize: quota })
      }
      await page.goto(address, { waitUntil: 'domcontentloaded', timeout: 60_000 })
    },
    evaluate: (work, ...args) =>
      page.evaluate<unknown[], (...args: unknown[]) => unknown>(work as never, ...args) as never,
    async clickOn(target) {
      const handle = await page.evaluateHandle(findVisible, target)
      const element = handle.asElement() as ElementHandle<Element> | null
      if (!element) throw new Error(`no visible element matches ${JSON.stringify(target)}`)
      await element.click()
    },
    type: (text) => page.keyboard.type(text),
    async press(key, modifier) {
      if (modifier) await page.keyboard.down(modifier)
      await page.keyboard.press(key as KeyInput)
      if (modifier) await page.keyboard.up(modifier)
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    resize: (size) => page.setViewport(size),
    show: () => page.bringToFront(),
    close: () => page.close(),
  }
}
