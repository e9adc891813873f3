import { CARD, focus, isPressed, openTitle, register, SAVE, waitForWorker } from './app.ts'
import { eventually, type Tab } from './engine.ts'
import { expect, test } from './scenario.ts'

const MENU = 'header button[aria-haspopup="dialog"]'

test('the keyboard alone skips to the content, toggles a button, and opens and closes the menu', async ({ tab }) => {
  await register(tab)
  await waitForWorker(tab)
  const title = await openTitle(tab)

  await tab.goto(title.path)
  await tab.sees(SAVE)
  await tab.press('Tab')
  await isFocusIn(tab, 'a[href="#main"]')
  await tab.press('Enter')
  await isFocusIn(tab, '#main')

  await isPressed(tab, SAVE, false)
  await focus(tab, SAVE)
  await tab.press('Enter')
  await isPressed(tab, SAVE, true)

  await focus(tab, { css: MENU })
  await tab.press('Enter')
  await tab.sees({ css: '[role=dialog] nav a' })
  await isFocusIn(tab, '[role=dialog]')
  for (let stop = 0; stop < 3; stop++) await tab.press('Tab')
  await isFocusIn(tab, '[role=dialog]')
  await tab.press('Escape')
  await tab.misses({ css: '[role=dialog] nav a' })
  await isFocusIn(tab, MENU)
  await tab.isAt(title.path)
})

test('with text of twice the size no screen is wider than its window', { tag: '@long' }, async ({ tab }) => {
  await register(tab)
  await tab.goto('/?order_by=votes')
  await tab.sees(CARD)
  const path = await tab.evaluate(
    () => document.querySelector('main article a[href^="/titles/"]')?.getAttribute('href') ?? '',
  )
  for (const [at, ready] of [
    ['/', 'main article h3'],
    [path, 'main a[href^="/people/"]'],
    ['/categories', 'main a[href^="/genres/"]'],
    ['/user/dashboard', 'main h1'],
    ['/premium/join/2', 'main form button[type=submit]'],
    ['/user/edit-password', 'main form button[type=submit]'],
  ] as const) {
    await tab.goto(at)
    await tab.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await tab.sees({ css: ready })
    await eventually(async () => {
      const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, at).toBeLessThanOrEqual(0)
    })
  }
})

function isFocusIn(tab: Tab, css: string) {
  return eventually(async () => {
    const isInside = await tab.evaluate((selector) => Boolean(document.activeElement?.closest(selector)), css)
    expect(isInside, css).toBe(true)
  })
}
