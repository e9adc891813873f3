import { expect, type Page } from '@playwright/test'

interface Shifts {
  sum: number
  /** what moved, and how far */
  moved: string[]
}
interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Adds up layout shifts that no tap explains, from the first paint on (web.dev, "Cumulative Layout Shift"). */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { shifts: { sum: 0, moved: [] } as Shifts })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        counted.shifts.sum += value
        for (const { node, previousRect, currentRect } of sources)
          counted.shifts.moved.push(
            `${node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent}: ${previousRect.y} → ${currentRect.y}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Begins anew: what moved before was the answer to something the person did, however late it came (a search's results). */
export async function forgetShifts(page: Page) {
  await page.evaluate(() => Object.assign(window, { shifts: { sum: 0, moved: [] } }))
}

/**
 * Nothing has moved since the document or the last {@link forgetShifts}: the bar of the quality page. Fails the test at its end, and lets
 * it go on until then: what else moves is to be known too.
 */
export async function expectStill(page: Page, path: string) {
  const { sum, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect.soft(sum, [path, ...moved].join('\n')).toBeLessThanOrEqual(0.02)
}

/** What is slow: it stands still on its way until it is let go. */
export interface Slow {
  /** Kinds of what waits now. */
  waiting(): Set<'font' | 'picture'>
  /** Of what waits, lets come the files whose names have this in them; the rest goes on waiting. */
  letSome(name: string): void
  /** Lets come what waits, and all that follows. */
  letCome(): void
  /** From now on everything waits again. */
  hold(): void
}

/**
 * Makes fonts and pictures slow. There must be no worker, which has the fonts of its own; pictures are one small picture, since
 * drawing hundreds takes longer than all that is looked at.
 */
export async function slowDown(page: Page): Promise<Slow> {
  let isHeld = true
  let waiting: { kind: 'font' | 'picture'; url: string; go: () => void }[] = []
  const turn = async (kind: 'font' | 'picture', url: string) => {
    if (isHeld) await new Promise<void>((go) => waiting.push({ kind, url, go }))
  }
  await page.route('**/*.woff2', async (route) => {
    await turn('font', route.request().url())
    await route.continue().catch(() => undefined)
  })
  await page.route('**/media/**', async (route) => {
    await turn('picture', route.request().url())
    const [path, headers] = ['tests/bench/lists/poster.avif', { 'Access-Control-Allow-Origin': '*' }]
    await route.fulfill({ path, contentType: 'image/avif', headers }).catch(() => undefined)
  })
  return {
    waiting: () => new Set(waiting.map(({ kind }) => kind)),
    letSome(name) {
      for (const { url, go } of waiting) if (url.includes(name)) go()
      waiting = waiting.filter(({ url }) => !url.includes(name))
    },
    letCome() {
      isHeld = false
      for (const { go } of waiting) go()
      waiting = []
    },
    hold() {
      isHeld = true
    },
  }
}
