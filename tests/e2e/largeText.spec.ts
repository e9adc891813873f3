import type { Locator, Page } from '@playwright/test'
import { expect, register, test, waitForIdle } from './world.ts'

test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })

/** Doubles the text size of all pages, as a browser does whose user set the font size to 32 px. */
function doubleText(page: Page) {
  return page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% }')
    document.adoptedStyleSheets = [sheet]
  })
}

/** Whether all of an element is in the window, and a click at any of its sides reaches it. */
function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const [middle, center] = [(top + bottom) / 2, (left + right) / 2]
    // The corners of a round button are not part of it.
    const points = [
      [left + 4, middle],
      [right - 4, middle],
      [center, top + 4],
      [center, bottom - 4],
    ] as const
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    return isInside && points.every(([x, y]) => node.contains(document.elementFromPoint(x, y)))
  })
}

test('the hero shows its name and its buttons whole with text of twice the size', async ({ page }) => {
  await doubleText(page)
  await page.goto('/')
  await waitForIdle(page)
  const hero = page.getByRole('region', { name: 'پیشنهادهای پرده' })
  for (const part of [
    hero.getByRole('heading').first(),
    hero.getByRole('link', { name: 'پخش' }).first(),
    hero.getByRole('button', { name: /ذخیره/ }).first(),
  ]) {
    await expect.poll(() => isWhole(part)).toBe(true)
  }
})

test('the player, the order and a refused form stay usable with text of twice the size', async ({ page }) => {
  await register(page)
  await doubleText(page)
  await page.goto('/watch/tt0068646/68646')
  // Hidden while the film plays and the pointer rests.
  await expect
    .poll(async () => {
      await page.mouse.move(100 + Math.round(50 * Math.random()), 100)
      return isWhole(page.getByRole('button', { name: 'تمام‌صفحه' }))
    })
    .toBe(true)
  await page.goto('/premium/join/2')
  const amount = page.getByText('مبلغ پرداختی').locator('xpath=following-sibling::*')
  await amount.scrollIntoViewIfNeeded()
  expect(await amount.evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true)
  await expect.poll(() => isWhole(amount)).toBe(true)

  await page.goto('/user/edit-password')
  await page.locator('main form button[type=submit]').click()
  const field = page.locator('main form input[type=password]').first()
  await expect(field).toBeFocused()
  const label = page.locator(`label[for="${await field.getAttribute('id')}"]`)
  await expect.poll(() => isWhole(label)).toBe(true)
})

test('no screen is wider than its window, and labels stay apart, with text of twice the size', async ({ page }) => {
  await register(page)
  await doubleText(page)
  for (const [address, part] of [
    ['/premium/plans', 'main article'],
    ['/premium/plans/2', 'main ul li'],
    ['/watch/tt0903747/903747', 'video'],
  ] as const) {
    await page.goto(address)
    await expect(page.locator(part).first(), address).toBeVisible()
    await waitForIdle(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
  }

  await page.goto('/')
  await waitForIdle(page)
  await page.mouse.wheel(0, 600)
  const labels = page.getByRole('navigation', { name: 'دسترسی سریع' }).locator(':is(a, button) > span:visible')
  await expect(labels.first()).toBeVisible()
  const edges = await labels.evaluateAll((all) =>
    all
      .map((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const { left, right } = range.getBoundingClientRect()
        return { left, right }
      })
      .toSorted((one, other) => one.left - other.left),
  )
  // A gap as wide as a space, in px.
  for (const [at, { left }] of edges.entries()) expect(left).toBeGreaterThanOrEqual((edges[at - 1]?.right ?? 0) + 4)
})

test('names break between words only, and are not cut, with text of twice the size', async ({ page }) => {
  await doubleText(page)
  for (const [address, names] of [
    ['/', 'section[aria-label="پیشنهادهای پرده"] h2'],
    ['/titles/68646/the-godfather', 'main h1'],
    ['/categories', 'main li a > span:not([aria-hidden]) > span:first-child'],
  ] as const) {
    await page.goto(address)
    await expect(page.locator(names).first(), address).toBeVisible()
    await waitForIdle(page)
    expect(await page.locator(names).evaluateAll(brokenWords), address).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
  }
})

/** The words of these elements that stand on two lines, or partly outside their link or the window. */
function brokenWords(elements: Element[]): string[] {
  return elements
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      // Not those of the other slides.
      return element.checkVisibility() && right > 0 && left < innerWidth
    })
    .flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const { left, right } = range.getBoundingClientRect()
          const outer = (element.closest('a') ?? document.body).getBoundingClientRect()
          const isCut = left < outer.left - 1 || right > outer.right + 1
          if (range.getClientRects().length > 1 || isCut) broken.push(word)
        }
      }
      return broken
    })
}
