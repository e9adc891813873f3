import { slideshowText } from '#text/titles.ts'
import { CARD, register, SAVE, toggle, waitForWorker } from './app.ts'
import { eventually, type Tab } from './engine.ts'
import { expect, test } from './scenario.ts'

const MENU = { css: 'header button[aria-haspopup="dialog"]' }
const MENU_LINK = { css: '[role=dialog] nav a' }
const SHEET = { css: '[role=dialog] button' }

test.use({ preference: 'reduced-motion' })

test('with reduced motion nothing animates, and menu, slides, title pages and sheets work', async ({ tab }) => {
  await register(tab)
  await waitForWorker(tab)
  await tab.goto('/')
  expect(await tab.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
  await tab.sees(CARD)
  await tab.evaluate(recordMotion, MAX_DURATION)

  await tab.click(MENU)
  await tab.sees(MENU_LINK)
  await tab.press('Escape')
  await tab.misses(MENU_LINK)

  const slide = `section[aria-label="${slideshowText.label}"] [inert]:first-child`
  expect(await tab.evaluate((css) => document.querySelector(css) === null, slide)).toBe(true)
  await tab.click({ css: 'main button', name: slideshowText.next })
  await eventually(async () => {
    expect(await tab.evaluate((css) => document.querySelector(css) !== null, slide)).toBe(true)
  })

  // A slide of the day, which may have no comments.
  await tab.click(CARD)
  await tab.sees({ css: 'main a[href^="/people/"]' })
  await toggle(tab, SAVE, true)
  await tab.click({ css: 'main button[aria-haspopup="dialog"]' })
  await tab.sees(SHEET)
  await tab.press('Escape')
  await tab.misses(SHEET)
  await tab.back()
  await tab.sees(CARD)

  expect(await recordedMotion(tab)).toEqual([])
})

/** Animations longer than this count, in ms: reduced ones take 0.01 ms. */
const MAX_DURATION = 1

/** Records every animation that runs in a frame, and every row that scrolls over several positions. Runs in the page. */
function recordMotion(maxDuration: number) {
  const motion = new Set<string>()
  Object.assign(window, { motion })
  const record = () => {
    for (const { playState, effect } of document.getAnimations()) {
      if (playState !== 'running' || Number(effect?.getComputedTiming().duration) <= maxDuration) continue
      const { target, pseudoElement } = effect instanceof KeyframeEffect ? effect : {}
      motion.add(`${target?.tagName} ${target?.getAttribute('class')} ${pseudoElement ?? ''}`)
    }
    requestAnimationFrame(record)
  }
  record()
  const positions = new Map<Element, Set<number>>()
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const passed = (positions.get(target) ?? new Set()).add(target.scrollLeft)
    positions.set(target, passed)
    if (passed.size > 1) motion.add(`scrolls ${target.className} ${[...passed]}`)
  }
  addEventListener('scroll', onScroll, { capture: true })
}

function recordedMotion(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => [...(window as unknown as { motion: Set<string> }).motion])
}
