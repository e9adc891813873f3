import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { fillDevice, firstRows, fling, tapAway, untilWhole, watchFirstRows } from './page.ts'

/** The measured lists: those of the app, and a bare list as the floor. */
export const SCREENS = {
  'a bare list': { path: '/floor.html', look: 'list' },
  'saved, posters': { path: '/user/watchlist', look: 'grid' },
  'saved, lines': { path: '/user/watchlist', look: 'list' },
  history: { path: '/user/history', look: 'list' },
} as const
export type Screen = keyof typeof SCREENS

export const ROWS = 10_000
export const WAITING = 1_000
/** CPU slowdown factor, for the speed of a cheap phone. */
export const SLOWDOWN = 4
/** Frames of scrolling to measure. */
export const FRAMES = 300
const TAPS = 5
/** How often the page is opened to measure its first rows. */
const LOADS = 5
const ORIGIN = 'http://lists.localhost'
export const FLOOR = 'a bare list' satisfies Screen

/** In ms; `heap` in bytes. */
export interface Figures {
  /** From the database query for the newest rows to its result and to the first rendered row, without slowdown. */
  first: { read: number; rendered: number }[]
  taps: number[]
  mean: number
  longest: number
  /** Frames of more than 50 ms. */
  slow: number
  heap: number
}

/** Measures one screen of the build in the folder `files`, on a slow offline device. */
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

/** The heap of the same screen with an empty list. */
export async function measureEmpty(browser: Browser, files: string, screen: Screen): Promise<number> {
  const { page, session } = await openList(browser, { files, screen, rows: 0, waiting: 0 })
  // Instruments the page as for the full list: the instruments' 700 kB cancel out.
  await page.waitForSelector('h1')
  await page.evaluate(firstRows)
  const heap = await heapOf(session)
  await page.context().close()
  return heap
}

/** Serves the built app's files to a device that has its databases filled. */
async function openList(
  browser: Browser,
  { files, screen, rows, waiting }: { files: string; screen: Screen; rows: number; waiting: number },
) {
  const { path, look } = SCREENS[screen]
  const address = `${ORIGIN}${path}`
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
  const app = resolve(files)
  const poster = { path: resolve('tests/bench/lists/poster.avif'), headers: { 'access-control-allow-origin': '*' } }
  // The TypeScript runner names functions with the helper `__name`, which the page lacks.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(watchFirstRows)
  await context.addInitScript((value) => localStorage.setItem('parde-watchlist-look', value), look)
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
  // The app has created the device's database, and creates the user's at the next start.
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
