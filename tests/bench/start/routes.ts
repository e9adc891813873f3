import type { Browser, CDPSession, Page } from '@playwright/test'
import { median } from '#tests/bench/figures.ts'
import { newDevice, slowDown, untilWorkerActive } from './visit.ts'

/** The screens whose layout shift is measured: each kind that a guest sees. */
const SCREENS = [
  '',
  'tv',
  'categories',
  'collections',
  'comingsoon',
  'contact',
  'auth/login',
  'titles/68646/the-godfather',
]

/** How long a finger touches the screen in a tap, in ms. */
const TOUCH = 80
/** The time limit, in ms, which is also the figure of a timeout. */
const PATIENCE = 20_000

/**
 * Measures the time from a tap to the next screen, and the layout shift of each screen. A time starts with the click
 * event's timestamp, when the finger is lifted, and ends with the paint of the target. `floor` navigates between two
 * screens of the same stack with only a heading.
 */
export async function measureRoutes(
  browser: Browser,
  { url, floor }: { url: string; floor: string },
  runs: number,
): Promise<Record<string, { median: number; worst: number }>> {
  const rounds: Record<string, number[]> = {}
  const note = (row: string, figure: number) => {
    rounds[row] = [...(rounds[row] ?? []), figure]
  }
  for (let run = 1; run <= runs; run++) {
    const empty = await goBetweenEmptyScreens(browser, floor)
    note('floor: an empty screen', empty.there)
    note('floor: back to an empty screen', empty.back)
    const { device, page, finger } = await openSlowPhone(browser)
    await page.goto(url)
    await untilWorkerActive(page)
    await page.waitForLoadState('networkidle')
    const unseen = await openFirstTitle(page, finger)
    note('unseen title: first content (100)', unseen.something)
    note('unseen title: main content (one round trip)', unseen.content)
    note('back to the home (150)', await goBack(page))
    note('seen title (150)', (await openFirstTitle(page, finger)).content)
    await goBack(page)
    await device.setOffline(true)
    note('seen title, without a network (150)', (await openFirstTitle(page, finger)).content)
    note('back to the home, without a network (150)', await goBack(page))
    await device.setOffline(false)
    for (const path of SCREENS)
      note('layout shift of a screen, thousandths (20)', 1000 * (await shiftOf(page, `${url}${path}`)))
    await device.close()
  }
  return Object.fromEntries(
    Object.entries(rounds).map(([row, figures]) => [row, { median: median(figures), worst: Math.max(...figures) }]),
  )
}

async function openSlowPhone(browser: Browser) {
  const device = await newDevice(browser)
  await device.addInitScript(giveLooks)
  const page = await device.newPage()
  const finger = await device.newCDPSession(page)
  await slowDown(finger)
  return { device, page, finger }
}

async function goBetweenEmptyScreens(browser: Browser, url: string): Promise<{ there: number; back: number }> {
  const { device, page, finger } = await openSlowPhone(browser)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  const link = await page.locator('a').boundingBox()
  await new Promise((rested) => setTimeout(rested, 1_000))
  const came = page.evaluate(watchTap, PATIENCE)
  await touch(finger, (link?.x ?? 0) + 5, (link?.y ?? 0) + 5)
  const { something } = await came
  await new Promise((rested) => setTimeout(rested, 1_000))
  const back = await page.evaluate(async (patience) => {
    const start = performance.now()
    history.back()
    return (await untilPainted(() => document.querySelector('a') !== null, patience)) - start
  }, PATIENCE)
  await device.close()
  return { there: something, back }
}

async function touch(finger: CDPSession, x: number, y: number) {
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await new Promise((held) => setTimeout(held, TOUCH))
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function shiftOf(page: Page, url: string): Promise<number> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)
}

interface Came {
  /** The first content of the next screen. */
  something: number
  /** The main content of the next screen. */
  content: number
}

/** Taps the first card of the home. The title page's name is its first content, its facts are its main content. */
async function openFirstTitle(page: Page, finger: CDPSession): Promise<Came> {
  const [x, y] = await page.evaluate(() => {
    const link = document.querySelector('main article a[href^="/titles/"]:has([data-poster])')
    link?.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = link?.getBoundingClientRect() ?? new DOMRect()
    return [left + width / 2, top + height / 3]
  })
  // Lets the page become idle before the tap.
  await new Promise((rested) => setTimeout(rested, 1_000))
  const came = page.evaluate(watchTap, PATIENCE)
  await touch(finger, x ?? 0, y ?? 0)
  return came
}

/** Runs in the page: the time after the paint of the first frame in which a condition holds, or the time limit. */
declare function untilPainted(holds: () => boolean, patience: number): Promise<number>

/** Runs in the page: whether styles show an element. The background screen and the hidden preview do not count. */
declare function isSeen(element: Element): boolean

/** A browser API that TypeScript's types lack (https://wicg.github.io/scheduling-apis/). */
declare const scheduler: { postTask(act: () => void, options: { priority: 'user-blocking' }): Promise<void> }

function giveLooks() {
  const isSeenHere: typeof isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, contentVisibilityAuto: true })
  const untilPaintedHere: typeof untilPainted = (holds, patience) =>
    new Promise((done) => {
      const end = performance.now() + patience
      const look = () => {
        // A condition that holds at the start of a frame is in its paint; a prioritized task then runs right after it.
        if (holds() || performance.now() > end)
          void scheduler.postTask(() => done(performance.now()), { priority: 'user-blocking' })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  Object.assign(globalThis, { untilPainted: untilPaintedHere, isSeen: isSeenHere })
}

/** Runs in the page. */
async function watchTap(patience: number): Promise<Came> {
  const names = () => [...document.querySelectorAll('h1')].filter(isSeen).map(({ textContent }) => textContent)
  const before = new Set(names())
  const start = await new Promise<number>((tapped) => {
    addEventListener('click', ({ timeStamp }) => tapped(timeStamp), { capture: true, once: true })
  })
  const isThere = () => names().some((name) => name !== '' && !before.has(name))
  // An empty screen has only its heading.
  const isWhole = () =>
    document.querySelector('main') ? [...document.querySelectorAll('main dl')].some(isSeen) : isThere()
  const [something, content] = await Promise.all([untilPainted(isThere, patience), untilPainted(isWhole, patience)])
  return { something: something - start, content: content - start }
}

/** Goes back after a moment on the title page, and measures until the home is restored at its scroll position. */
async function goBack(page: Page): Promise<number> {
  await new Promise((looked) => setTimeout(looked, 1_000))
  const took = await page.evaluate(async (patience) => {
    const seen = (selector: string) => [...document.querySelectorAll(selector)].find(isSeen)
    const title = seen('main h1')?.textContent
    const start = performance.now()
    history.back()
    const isHome = () => seen('main h1')?.textContent !== title && seen('main article [data-poster]') !== undefined
    return (await untilPainted(isHome, patience)) - start
  }, PATIENCE)
  await new Promise((rested) => setTimeout(rested, 1_000))
  return took
}
