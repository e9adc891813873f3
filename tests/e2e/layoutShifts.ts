import { expect, type Page } from '@playwright/test'

interface Shifts {
  sum: number
  /** The elements that moved, with their positions. */
  moved: string[]
}
interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Sums the layout shifts without recent input since the first paint (web.dev, "Cumulative Layout Shift"). */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { shifts: { sum: 0, moved: [] } as Shifts })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        counted.shifts.sum += value
        for (const { node, previousRect, currentRect } of sources)
          counted.shifts.moved.push(
            `${node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent}: ${previousRect.x}, ${previousRect.y} → ${currentRect.x}, ${currentRect.y}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Resets the sum: earlier shifts were the response to user input, such as late search results. */
export async function resetShifts(page: Page) {
  await page.evaluate(() => Object.assign(window, { shifts: { sum: 0, moved: [] } }))
}

/**
 * Expects no layout shift since the page load or the last {@link resetShifts} (docs/quality.md#speed). A soft failure, so
 * that one run reports all shifts.
 */
export async function expectNoShift(page: Page, path: string) {
  const { sum, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect.soft(sum, [path, ...moved].join('\n')).toBeLessThanOrEqual(0.02)
}

/** Holds the responses of fonts and pictures until the test releases them. */
export interface HeldResources {
  /** The kinds of the held responses. */
  heldKinds(): Set<'font' | 'picture'>
  /** Releases the held files whose names contain this text. */
  releaseMatching(name: string): void
  /** Releases all held responses and stops holding. */
  release(): void
  /** Holds all responses from now on. */
  hold(): void
}

/**
 * Holds fonts and pictures. Needs a page without a service worker, which serves cached fonts. Every picture is the same
 * small file, since rendering hundreds takes longer than the test.
 */
export async function holdResources(page: Page): Promise<HeldResources> {
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
    heldKinds: () => new Set(waiting.map(({ kind }) => kind)),
    releaseMatching(name) {
      for (const { url, go } of waiting) if (url.includes(name)) go()
      waiting = waiting.filter(({ url }) => !url.includes(name))
    },
    release() {
      isHeld = false
      for (const { go } of waiting) go()
      waiting = []
    },
    hold() {
      isHeld = true
    },
  }
}
