import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { median, shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/chromium.ts'
import { fillDevice, scrollThrough, tapAway, untilWhole } from './page.ts'

const SAVED = 10_000
const WAITING = 1_000
/** As slow as a cheap phone. */
const SLOWDOWN = 4
/** Frames that the list is scrolled for. */
const FRAMES = 300
const ADDRESS = 'http://lists.localhost/user/watchlist'

/** The built app's screen of a list of 10,000 with 1,000 waiting changes, on a slow device without a network. */
export async function benchLists({ runs }: { runs: number }) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const rounds: Record<string, number[]> = {}
  const note = (name: string, figure: number) => {
    rounds[name] = [...(rounds[name] ?? []), figure]
  }
  try {
    for (let run = 1; run <= runs; run++) {
      const empty = await openList(browser, 0, 0)
      const floor = await heapOf(empty.session)
      await empty.page.context().close()

      const { page, session } = await openList(browser, SAVED, WAITING)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await page.reload()
      await page.waitForSelector('li[aria-posinset="1"]', { timeout: 120_000 })
      await page.evaluate(untilWhole, SAVED)
      for (let tap = 0; tap < 3; tap++) note('a tap, until the next paint (100)', await page.evaluate(tapAway))
      const { frames, longest } = await page.evaluate(scrollThrough, FRAMES)
      note('a frame while scrolling, longest (50)', longest)
      note('a frame while scrolling, mean (18: 55 a second)', frames)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      note('heap, × that of the empty list (2)', (await heapOf(session)) / floor)
      await page.context().close()
    }
  } finally {
    await browser.close()
  }
  const table = Object.fromEntries(
    Object.entries(rounds).map(([name, figures]) => [name, { median: median(figures), worst: Math.max(...figures) }]),
  )
  await writeReport('lists', `A list of ${SAVED} with ${WAITING} waiting changes, ${SLOWDOWN}× slower`, table)
  for (const [name, figures] of Object.entries(rounds)) console.log(`  ${name.padEnd(50)} ${shown(median(figures))}`)
}

/** The app as it was built, from its files alone, on a device that has what it needs. */
async function openList(browser: Browser, saved: number, waiting: number) {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
  const files = resolve('dist/app')
  // What runs these files gives functions a name by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.route('**/*', (route) => {
    const { hostname, pathname } = new URL(route.request().url())
    if (hostname !== 'lists.localhost') return route.abort()
    const file = join(files, pathname)
    const isFile = pathname !== '/' && file.startsWith(files) && existsSync(file) && !file.endsWith('/')
    return route.fulfill({ path: isFile && pathname.includes('.') ? file : join(files, 'index.html') })
  })
  const page: Page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await page.goto(ADDRESS)
  // The app has made its own databases, first the device's, then the person's, whom it finds the next time.
  for (const step of ['session', 'rows'] as const) {
    await page.waitForFunction(
      async (name) => (await indexedDB.databases()).some((one) => one.name === name),
      {
        session: 'parde-device',
        rows: 'parde-user-1',
      }[step],
    )
    await page.evaluate(fillDevice, { step, saved, waiting })
    await page.goto(ADDRESS)
  }
  await page.waitForLoadState('load')
  return { page, session }
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
