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
  const hero = page.getByRole('region', { name: 'پیشنهادهای پرده' })
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await waitForIdle(page)
    for (const part of [
      hero.getByRole('heading').first(),
      hero.getByRole('link', { name: 'پخش' }).first(),
      hero.getByRole('button', { name: /ذخیره/ }).first(),
    ]) {
      await expect.poll(() => isWhole(part), `${width} px`).toBe(true)
    }
    const lines = await hero
      .getByRole('heading')
      .first()
      .evaluate((node) => node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight))
    expect(lines, `${width} px`).toBeGreaterThan(0.99)
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

test('words stand whole on one line, with text of twice the size', async ({ page }) => {
  await register(page)
  await doubleText(page)
  await page.goto('/titles/68646/the-godfather')
  const actor = page.locator('main a[href^="/people/actor/"]').first()
  await expect(actor).toBeVisible()
  for (const [address, part] of [
    ['/', 'main article h3'],
    ['/titles/68646/the-godfather', 'main dt'],
    ['/titles/903747/breaking-bad', '[role="tab"]'],
    [(await actor.getAttribute('href')) ?? '', 'main dt'],
    ['/titles/6751668/files', 'main a[href="/premium/plans"]'],
    ['/categories', 'main li a'],
    ['/collections', 'main li a'],
    ['/comingsoon', 'main article'],
    ['/user/dashboard', 'main li'],
    ['/on-this-device', 'main article h3'],
  ] as const) {
    await page.goto(address)
    await expect(page.locator(part).first(), address).toBeVisible()
    await scrollThrough(page)
    expect(await page.locator('main').evaluate(brokenWords), address).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
  }
})

test('the dashboard breaks no word of its greeting beside the plan, with text of twice the size', async ({ page }) => {
  await register(page)
  await doubleText(page)
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/user/dashboard')
  await expect(page.locator('main h1')).toBeVisible()
  await waitForIdle(page)
  expect(await page.locator('main').evaluate(brokenWords)).toEqual([])
})

test('the player and its panels show all of their parts with text of twice the size', async ({ page }) => {
  await register(page)
  await doubleText(page)
  await page.goto('/watch/tt0903747/903747')
  const surface = page.locator('video')
  await expect(surface).toBeVisible()
  // The control bar hides while the film plays.
  await surface.evaluate((video: HTMLVideoElement) => video.pause())
  await expect.poll(() => isWhole(page.getByRole('button', { name: 'پخش', exact: true }))).toBe(true)
  await page.getByRole('button', { name: 'قسمت‌ها', exact: true }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => isWhole(panel.getByRole('heading', { name: 'قسمت‌ها' }))).toBe(true)
  expect(await panel.evaluate(brokenWords)).toEqual([])

  await page.goto('/watch/tt6751668/6751668')
  const message = page.locator('[data-instead]')
  await expect(message).toBeVisible()
  expect(await message.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0)

  await page.goto('/titles/903747/breaking-bad')
  await page.getByRole('button', { name: /^دانلود قسمت‌ها/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio').nth(3)).toBeVisible()
  expect(await sheet.evaluate(brokenWords)).toEqual([])
})

/** Scrolls to the end, so that the rows that wait until they come near are there. */
async function scrollThrough(page: Page) {
  await waitForIdle(page)
  await page.mouse.wheel(0, 1)
  await expect
    .poll(async () => {
      await page.evaluate(async () => {
        for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
          scrollTo({ top, behavior: 'instant' })
          // Rows hear of it after the frame.
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        }
      })
      await waitForIdle(page)
      return page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
    })
    .toBe(true)
}

/**
 * The words that stand on two lines, that an edge cuts, or whose line is lower than its letters. Not those that end with
 * an ellipsis, nor those that a scroll brings into view.
 */
function brokenWords(root: Element): string[] {
  const broken: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('[inert], svg')) continue
    const around: Element[] = []
    for (let one: Element | null = parent; one; one = one.parentElement) around.push(one)
    const styles = around.map((one) => getComputedStyle(one))
    // For screen readers only.
    if (styles.some(({ clipPath }) => clipPath !== 'none')) continue
    const ends = styles.findIndex(
      ({ overflowX, textOverflow, webkitLineClamp }) =>
        ['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none',
    )
    const edges = around
      .slice(0, ends === -1 ? undefined : ends)
      .filter((_, at) => styles[at]?.overflowX !== 'visible')
      .map((one) => one.getBoundingClientRect())
    if (ends === -1) edges.push(document.documentElement.getBoundingClientRect())
    const isLow = Number.parseFloat(styles[0]?.lineHeight ?? '') < Number.parseFloat(styles[0]?.fontSize ?? '')
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const isCut = edges.some((edge) => left < edge.left - 1 || right > edge.right + 1)
      const [first] = range.getClientRects()
      if (isLow || isCut || bottom - top > 1.5 * (first?.height ?? 0)) broken.push(word)
    }
  }
  return broken
}
