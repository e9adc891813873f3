import { expect } from '@playwright/test'

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof ENGINES)[number]

/** Size of every new tab, in CSS pixels: a common phone. */
export const VIEWPORT = { width: 360, height: 800 }

/** An element by its CSS selector. With `name`, its label or text must equal this; with `text`, contain this. */
export interface Target {
  css: string
  name?: string
  text?: string
}

/** Keys that scenarios press, as `KeyboardEvent.key` names them. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight' | 'k'

/** The operations on a tab that each engine's client provides. `Tab` adds waiting. */
export interface TabDriver {
  /** Begins to load a document. */
  navigate(address: string): Promise<void>
  evaluate<Result, Args extends unknown[]>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  /** Clicks with a real pointer. Rejects, before it clicks, when no visible element matches. */
  clickOn(target: Target): Promise<void>
  type(text: string): Promise<void>
  press(key: Key, modifier?: 'Shift'): Promise<void>
  /** A picture of the visible part, as PNG. */
  screenshot(): Promise<Buffer>
  /** Sets the size of the page's visible part, in CSS pixels. */
  resize(size: { width: number; height: number }): Promise<void>
  /** Brings the tab to the front. */
  show(): Promise<void>
  close(): Promise<void>
}

/** A browser with a profile of its own, as a device. */
export interface BrowserDriver {
  newTab(): Promise<TabDriver>
  /** Kills the browser's processes with SIGKILL. */
  kill(): Promise<void>
  close(): Promise<void>
}

export interface BrowserOptions {
  /** in a private window */
  isPrivate: boolean
  /** how much an origin may store, in bytes; the browser's own limit without it */
  quota: number | undefined
  /** the user's settings of the system; without one the system's defaults */
  preference: Preference | undefined
}

/** Settings of the system that style sheets follow. WebKit has no forced colours. */
export type Preference = 'forced-colors' | 'reduced-motion'

/** Starts a browser on a profile folder, which a killed browser may have used before. */
export type StartBrowser = (profile: string, options: BrowserOptions) => Promise<BrowserDriver>

/** A tab of any engine. Every method that names an element waits until a visible one matches. */
export interface Tab extends Pick<TabDriver, 'evaluate' | 'type' | 'press' | 'screenshot' | 'show' | 'close'> {
  /** Waits until the page has the size. */
  resize: TabDriver['resize']
  /** Loads a document of the app. */
  goto(path: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  click(target: Target): Promise<void>
  /** Replaces the text of a field by typing. */
  fill(target: Target, text: string): Promise<void>
  sees(target: Target): Promise<void>
  /** Waits until no visible element matches. */
  misses(target: Target): Promise<void>
  /** Reads an attribute of the first visible match; undefined without a match or attribute. */
  attribute(target: Target, name: string): Promise<string | undefined>
  /** Waits until the document's path and query match. */
  isAt(path: string | RegExp): Promise<void>
}

export function createTab(driver: TabDriver, appUrl: string): Tab {
  const path = () => driver.evaluate(() => location.pathname + location.search)
  const count = (target: Target) => driver.evaluate(countVisible, target)
  const click = (target: Target) =>
    eventually(async () => {
      // In the middle no bar of the app covers the element.
      await driver.evaluate(scrollToMiddle, target)
      await driver.evaluate(recordClick, target)
      await driver.clickOn(target)
      // Clients measure the element before they click, so a click misses an element that moves in between.
      expect(await driver.evaluate(readClick), `the click hits ${describe(target)}`).not.toBe('missed')
    })
  return {
    evaluate: driver.evaluate,
    type: driver.type,
    press: driver.press,
    screenshot: driver.screenshot,
    show: driver.show,
    async resize(size) {
      await driver.resize(size)
      await eventually(async () => expect(await driver.evaluate(() => innerWidth)).toBe(size.width))
    },
    close: driver.close,
    goto: (to) => leave(driver, () => driver.navigate(new URL(to, appUrl).href)),
    reload: () => leave(driver, () => driver.evaluate(() => location.reload())),
    async back() {
      await driver.evaluate(() => history.back())
    },
    async forward() {
      await driver.evaluate(() => history.forward())
    },
    click,
    async fill(target, text) {
      await click(target)
      await driver.evaluate(() => {
        const field = document.activeElement
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
      })
      await driver.type(text)
    },
    sees: (target) => eventually(async () => expect(await count(target), describe(target)).toBeGreaterThan(0)),
    misses: (target) => eventually(async () => expect(await count(target), describe(target)).toBe(0)),
    attribute: (target, name) => driver.evaluate(readAttribute, target, name),
    isAt: (expected) => eventually(async () => expect(await path()).toMatch(exactly(expected))),
  }
}

/** Repeats a step until it does not reject. A document that is being replaced rejects what is evaluated in it. */
export function eventually(step: () => Promise<void>): Promise<void> {
  return expect(step).toPass({ intervals: [50, 100, 200] })
}

/** Runs a step that replaces the document, and waits until it is another one. */
async function leave(driver: TabDriver, step: () => Promise<void>) {
  await driver.evaluate(() => void Object.assign(window, { isBefore: true }))
  await step()
  await eventually(async () => {
    const isReplaced = await driver.evaluate(() => !('isBefore' in window) && document.readyState !== 'loading')
    expect(isReplaced, 'the document is replaced').toBe(true)
  })
}

function exactly(expected: string | RegExp): RegExp {
  return typeof expected === 'string' ? new RegExp(`^${expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : expected
}

function describe({ css, name, text }: Target): string {
  return [css, name, text].filter((part) => part !== undefined).join(' ')
}

/**
 * The first visible match, or null. Runs in the page, so it refers to nothing outside itself. The background screen is not
 * visible.
 */
export function findVisible({ css, name, text }: Target): HTMLElement | null {
  const isMatch = (element: HTMLElement) => {
    const [label, content] = [element.getAttribute('aria-label')?.trim(), (element.textContent ?? '').trim()]
    if (name !== undefined && (label ?? content) !== name) return false
    if (text !== undefined && !`${label} ${content}`.includes(text)) return false
    return element.closest('[inert]') === null && element.checkVisibility({ visibilityProperty: true })
  }
  return [...document.querySelectorAll<HTMLElement>(css)].find(isMatch) ?? null
}

/** Source text of functions that call `findVisible` in a page. */
const countVisible = inPage<[Target], number>(`(target) => (${findVisible})(target) === null ? 0 : 1`)
export const scrollToMiddle = inPage<[Target], Promise<void>>(`async (target) => {
  const element = (${findVisible})(target)
  if (element === null) throw new Error('no visible element matches ' + JSON.stringify(target))
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { top } = element.getBoundingClientRect()
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  if (element.getBoundingClientRect().top !== top) throw new Error('the element moves')
}`)
/** Begins to record whether a click hits the element, as it is when the click begins. */
const recordClick = inPage<[Target], void>(`(target) => {
  window.lastClick = 'missed'
  addEventListener('pointerdown', (event) => {
    if ((${findVisible})(target)?.contains(event.target)) window.lastClick = 'hit'
  }, { capture: true, once: true })
}`)
const readAttribute = inPage<[Target, string], string | undefined>(
  `(target, name) => (${findVisible})(target)?.getAttribute(name) ?? undefined`,
)

/** Whether the click since `recordClick` hit its element; undefined where it replaced the document. */
function readClick(): string | undefined {
  const { lastClick } = window as { lastClick?: string }
  return lastClick
}

/** Makes a function of source text. Clients send a function's source to the page, without what surrounds it. */
export function inPage<Args extends unknown[], Result>(source: string): (...args: Args) => Result {
  return new Function(`return ${source}`)()
}
