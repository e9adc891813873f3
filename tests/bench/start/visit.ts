import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** As slow as a cheap phone, on a phone's network. */
const SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 }
const SCREEN = { width: 360, height: 800 }
/** So long nothing must happen for a page to count as done, and so long it is waited for at most, in ms. */
const QUIET = 1_500
const PATIENCE = 45_000

/** What one visit showed, in ms and bytes. */
export interface Visit {
  /** First contentful paint. */
  first: number
  /** Largest contentful paint. */
  largest: number
  /**
   * How long input would have waited, all in all, beyond 50 ms a task, from the beginning: whoever paints only when all
   * has run would else seem never to have kept anybody waiting.
   */
  blocked: number
  shift: number
  transferred: number
}

/** A device of its own, that nobody has opened the app on. */
export async function newDevice(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SCREEN, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  // What runs these files gives functions a name by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(watch)
  return context
}

/** Opens an address on a slow phone with a slow network, and answers how it went, when all is quiet. */
export async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await slowDown(session)
  let transferred = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferred += encodedDataLength
  })
  try {
    await page.goto(url, { waitUntil: 'commit' })
    await until(() => page.evaluate(isQuiet, QUIET))
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
    return { ...summed(seen), transferred }
  } finally {
    await page.close()
  }
}

export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

interface Seen {
  first: number
  largest: number
  shift: number
  tasks: number[]
  last: number
}

function summed({ first, largest, shift, tasks }: Seen): Omit<Visit, 'transferred'> {
  const blocked = tasks.reduce((sum, took) => sum + Math.max(0, took - 50), 0)
  return { first, largest, blocked, shift }
}

/** In the page: notes what happens, from before anything of it has run. */
function watch() {
  const seen: Seen = { first: 0, largest: 0, shift: 0, tasks: [], last: 0 }
  Object.assign(globalThis, { seen })
  const note = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry)
      seen.last = performance.now()
    }).observe({ type, buffered: true })
  }
  note('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first = startTime
  })
  note('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  note('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  note('longtask', ({ duration }) => {
    seen.tasks.push(duration)
  })
  note('resource', () => undefined)
}

/** In the page: it has painted, and nothing has come or run for so long. */
function isQuiet(quiet: number): boolean {
  const { seen } = globalThis as unknown as { seen?: Seen }
  return (
    seen !== undefined &&
    seen.first > 0 &&
    seen.largest > 0 &&
    document.readyState === 'complete' &&
    performance.now() - seen.last > quiet
  )
}

/** The worker of a page has everything it keeps, so that the next visit is a second one. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
  })
}

/** Asks from outside: the page's policy lets nobody in it make functions of texts. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const started = performance.now()
  while (!(await holds())) {
    if (performance.now() - started > PATIENCE) throw new Error('the page does not come to rest')
    await new Promise((next) => setTimeout(next, 250))
  }
}
