import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** The CPU slowdown factor and network of a cheap phone. */
const SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 }
/** The same network as a `SlowLink`, in ms and bytes per second. */
export const SLOW_LINK = { latency: NETWORK.latency, bytesPerSecond: NETWORK.downloadThroughput }
const SCREEN = { width: 360, height: 800 }
/** The idle time after which a page counts as loaded, and the time limit, in ms. */
const QUIET = 1_500
const PATIENCE = 45_000

/** The figures of one visit, in ms and bytes. */
export interface Visit {
  /** First contentful paint. */
  first: number
  /** Largest contentful paint. */
  largest: number
  /**
   * Total blocking time, the sum of task durations beyond 50 ms, counted from the start of navigation. Counting from the
   * first paint would favour a page that paints only after all scripts have run.
   */
  blocked: number
  shift: number
  transferred: number
}

/** A new browser profile. */
export async function newDevice(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SCREEN, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  // The TypeScript runner names functions with the helper `__name`, which the page lacks.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(watch)
  return context
}

/** Opens an address on a slow phone and network. Returns the figures once the page is idle. */
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

/**
 * Opens an address behind a slow link on a slow phone for the first time. Returns the ms until the service worker is
 * active, after which the app opens offline.
 */
export async function timeUntilOffline(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  try {
    await page.goto(url, { waitUntil: 'commit' })
    await untilWorkerActive(page)
    return await page.evaluate(() => performance.now())
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

/** Installed before the page's scripts: records paints, tasks and responses. */
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

/** Runs in the page: whether it has painted and been idle for this long. */
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

/** Waits until the worker is active and has cached the home, so that the next visit is a second one. */
export async function untilWorkerActive(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
  })
}

/** Polls from outside, since the page's content security policy forbids evaluating text. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const started = performance.now()
  while (!(await holds())) {
    if (performance.now() - started > PATIENCE) throw new Error('the page does not become idle')
    await new Promise((next) => setTimeout(next, 250))
  }
}
