import type { Browser, Page } from '@playwright/test'
import { median } from '#tests/bench/figures.ts'
import { newDevice, slowDown, untilKept } from './visit.ts'

/** Screens whose shift is measured: every kind that a guest sees. */
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

/** How long it takes from a tap to the next screen, and what moves on the screens when they open. */
export async function measureRoutes(
  browser: Browser,
  url: string,
  runs: number,
): Promise<Record<string, { median: number; worst: number }>> {
  const rounds: Record<string, number[]> = {}
  const note = (row: string, figure: number) => {
    rounds[row] = [...(rounds[row] ?? []), figure]
  }
  for (let run = 1; run <= runs; run++) {
    const device = await newDevice(browser)
    const page = await device.newPage()
    await page.goto(url)
    await untilKept(page)
    await page.waitForLoadState('networkidle')
    await slowDown(await device.newCDPSession(page))
    const unseen = await page.evaluate(openFirstTitle)
    note('an unseen title: something of it (100)', unseen.something)
    note('an unseen title: its content (one way to the server)', unseen.content)
    note('back to the home (150)', await page.evaluate(goBack))
    note('the title again (150)', (await page.evaluate(openFirstTitle)).content)
    await page.evaluate(goBack)
    await device.setOffline(true)
    note('the title again, without a network (150)', (await page.evaluate(openFirstTitle)).content)
    await device.setOffline(false)
    for (const path of SCREENS)
      note('shift of a screen, thousandths (20)', 1000 * (await shiftOf(page, `${url}${path}`)))
    await device.close()
  }
  return Object.fromEntries(
    Object.entries(rounds).map(([row, figures]) => [row, { median: median(figures), worst: Math.max(...figures) }]),
  )
}

async function shiftOf(page: Page, url: string): Promise<number> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)
}

/** In the page: taps the first card; until the screen shows anything of it, and until its description stands. */
async function openFirstTitle(): Promise<{ something: number; content: number }> {
  const link = document.querySelector<HTMLAnchorElement>('main article a[href^="/titles/"]:has([data-poster])')
  const painted = () =>
    new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))
  const start = performance.now()
  const until = async (holds: () => boolean) => {
    // What never comes is told by its figure.
    while (!holds() && performance.now() - start < 20_000) await painted()
    return painted()
  }
  link?.click()
  const something = await until(
    () => location.pathname.startsWith('/titles/') && document.querySelector('main h1') !== null,
  )
  const content = await until(
    () => document.querySelector('main [data-poster], main article') !== null && document.title.includes('|'),
  )
  return { something: something - start, content: content - start }
}

/** In the page: until the wall of titles stands again. */
async function goBack(): Promise<number> {
  const start = performance.now()
  history.back()
  const isHome = () => location.pathname === '/' && document.querySelector('main article [data-poster]') !== null
  while (!isHome() && performance.now() - start < 20_000) {
    await new Promise((frame) => requestAnimationFrame(frame))
  }
  return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))))
}
