import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { fillDevice, firstRows, fling, tapAway, untilWhole, watchFirstRows } from './page.ts'

/** What is looked at: lists of the app, and the floor that any list stands on. */
export const SCREENS = {
  'a bare list': { path: '/floor.html', look: 'list' },
  'saved, posters': { path: '/user/watchlist', look: 'grid' },
  'saved, lines': { path: '/user/watchlist', look: 'list' },
  history: { path: '/user/history', look: 'list' },
} as const
export type Screen = keyof typeof SCREENS

export const ROWS = 10_000
export const WAITING = 1_000
/** As slow as a cheap phone. */
export const SLOWDOWN = 4
/** Frames that the list is flung for. */
export const FRAMES = 300
const TAPS = 5
/** Times that the page is opened for its first rows. */
const LOADS = 5
const ORIGIN = 'http://lists.localhost'
export const FLOOR = 'a bare list' satisfies Screen

/** ms; `heap` in bytes. */
export interface Figures {
  /** from asking the database for the newest until they are here, and until the first stands, without the slowdown; the floor asks none */
  first: { read: number; stands: number }[]
  taps: number[]
  mean: number
  longest: number
  /** frames of more than 50 ms */
  slow: number
  heap: number
}

/** One screen of one build (`files`: its folder), on a slow device without a network. */
export async function measureList(browser: Browser, files: string, screen: Screen): Promise<Figures> {
  const { page, session } = await openList(browser, { files, screen, rows: ROWS, waiting: WAITING })
  const first: Figures['first'] = []
  for (let load = 0; load < LOADS; load++) {
    await page.reload()
    await page.waitForSelector('li[aria-posinset="1"]', { timeout: 120_000 })
    const rows = await page.evaluate(firstRows)
    if (rows) first.push(rows)
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.reload()
  await page.waitForSelector('li[aria-posinset="1"]', { timeout: 120_000 })
  await page.evaluate(untilWhole, ROWS)
  const taps: number[] = []
  for (let tap = 0; tap < TAPS; tap++) taps.push(await page.evaluate(tapAway))
  const scrolled = await page.evaluate(fling, FRAMES)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const heap = await heapOf(session)
  await page.context().close()
  return { first, taps, ...scrolled, heap }
}

/** What the same screen holds in memory when nothing is on the list. */
export async function measureEmpty(browser: Browser, files: string, screen: Screen): Promise<number> {
  const { page, session } = await openList(browser, { files, screen, rows: 0, waiting: 0 })
  // As the full one was looked at: what that puts into a page, some 700 kB, is no part of the app and stands in both.
  await page.waitForSelector('h1')
  await page.evaluate(firstRows)
  const heap = await heapOf(session)
  await page.context().close()
  return heap
}

/** The app as it was built, from its files alone, on a device that has what it needs. */
async function openList(
  browser: Browser,
  { files, screen, rows, waiting }: { files: string; screen: Screen; rows: number; waiting: number },
) {
  const { path, look } = SCREENS[screen]
  const address = `${ORIGIN}${path}`
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
  const app = resolve(files)
  const poster = { path: resolve('tests/bench/lists/poster.avif'), headers: { 'access-control-allow-origin': '*' } }
  // What runs these files gives functions a name by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(watchFirstRows)
  await context.addInitScript((kept) => localStorage.setItem('parde-watchlist-look', kept), look)
  await context.route('**/*', (route) => {
    const { hostname, pathname } = new URL(route.request().url())
    if (pathname.startsWith('/media/')) return route.fulfill({ ...poster, contentType: 'image/avif' })
    if (hostname !== 'lists.localhost') return route.abort()
    if (pathname === '/floor.html') return route.fulfill({ path: resolve('tests/bench/lists/floor.html') })
    const file = join(app, pathname)
    const isFile = pathname !== '/' && file.startsWith(app) && existsSync(file) && !file.endsWith('/')
    return route.fulfill({ path: isFile && pathname.includes('.') ? file : join(app, 'index.html') })
  })
  const page: Page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await page.goto(address)
  if (screen === FLOOR) return { page, session }
  // The app has made its own databases, first the device's, then the person's, whom it finds the next time.
  const databases = { session: 'parde-device', rows: 'parde-user-1' }
  for (const step of ['session', 'rows'] as const) {
    await page.waitForFunction(
      async (name) => (await indexedDB.databases()).some((one) => one.name === name),
      databases[step],
    )
    await page.evaluate(fillDevice, { step, rows, waiting })
    await page.goto(address)
  }
  await page.waitForLoadState('load')
  return { page, session }
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
