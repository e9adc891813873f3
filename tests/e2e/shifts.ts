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

/** Nothing has moved since the document or the last {@link forgetShifts}: the bar of the quality page. */
export async function expectStill(page: Page, path: string) {
  const { sum, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  expect(sum, [path, ...moved].join('\n')).toBeLessThanOrEqual(0.02)
}
