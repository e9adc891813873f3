import type { Page } from '@playwright/test'
import { browseText } from '#text/titles.ts'
import { expect, NETWORK_ERRORS, test, waitForIdle, waitForWorker } from './world.ts'

const GODFATHER = '/titles/68646/the-godfather'
const cards = (page: Page) => page.locator('main article a[href^="/titles/"]')

/** The instant title preview: the hidden copy of a title page's head that follows the main content. */
const preview = (page: Page) => page.locator('#main ~ [aria-hidden="true"]').filter({ has: page.locator('h1') })

/** Follows a link and waits for the next screen's content, which appears after the address has changed. */
async function into(page: Page, path: string) {
  const heading = page.locator('main h1')
  const link = page.locator(`main a[href^="${path}"]`).first()
  // A screen that has its links has its heading; one that is loading has none, and reading it would give no comparison.
  await expect(link).toBeVisible()
  const left = await heading.innerText()
  await link.click()
  await expect(page).toHaveURL((url) => url.pathname.startsWith(path))
  await expect(heading).not.toHaveText(left)
}

for (const width of [360, 1280]) {
  test(`a click on a card shows its title before the page has loaded, ${width} pixels wide`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/?order_by=votes', '/genres/8/drama', '/comingsoon', '/?q=پدر', '/collections', GODFATHER]) {
      await test.step(path, async () => {
        await page.goto(path)
        if (path === '/collections') await into(page, '/collections/')
        if (path === GODFATHER) await into(page, '/people/director/')
        // Mounted when the browser is idle, after the service worker has installed on a busy machine.
        await expect(preview(page)).toBeAttached()
        await expect(preview(page)).toHaveCSS('opacity', '0')
        const card = cards(page).nth(1)
        const heading = await card.getByRole('heading').innerText()
        const href = (await card.getAttribute('href')) ?? ''
        const api = `/api${href.split('/').slice(0, 3).join('/')}`
        const held = world.api.hold(({ url = '' }) => url.startsWith(api), 'answer')
        // The same card, even if other cards have been inserted before it.
        await page.locator(`main article a[href="${href}"]`).first().click()
        await expect(page.locator('h1', { hasText: heading }).first()).toBeVisible()
        await held.met
        held.release()
        await expect(page).toHaveURL(new RegExp(`${href}$`))
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(preview(page)).toHaveCSS('opacity', '0')
      })
    }
  })
}

test('nothing animates for a user who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/?order_by=votes')
  await cards(page).nth(1).click()
  await expect(page.getByRole('region', { name: 'داستان' })).toBeVisible()
  const running = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .length,
  )
  expect(running).toBe(0)
})

test('a row scrolls in one step for a user who prefers reduced motion', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const row = page.getByRole('region', { name: browseText.rows.fresh })
  const list = row.getByRole('list')
  const positions = list.evaluate((element) => {
    const passed: number[] = []
    element.addEventListener('scroll', () => passed.push(element.scrollLeft))
    return new Promise<number[]>((done) => element.addEventListener('scrollend', () => done(passed)))
  })
  await row.locator('[aria-hidden] button').last().click()
  expect(await positions).toHaveLength(1)
})

for (const [name, width] of [
  ['phone', 360],
  ['desk', 1280],
] as const) {
  test(`the order menu works by pointer and keyboard on a ${name}, and returns the focus`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/tv?order_by=votes')
    const chip = page.getByRole('button', { name: 'پررأی‌ترین' })
    await chip.click()
    const list = page.getByRole('list', { name: 'ترتیب' })
    await expect(list.getByRole('link')).toHaveCount(4)
    await expect(list.getByRole('link', { name: 'پررأی‌ترین' })).toHaveAttribute('aria-current', 'page')
    const box = await list.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(chip).toBeFocused()
    await page.keyboard.press('Enter')
    await list.getByRole('link', { name: 'بالاترین امتیاز' }).click()
    await expect(page).toHaveURL(/\/tv\?order_by=rating$/)
    await expect(list).toBeHidden()
    await expect(page.getByRole('button', { name: 'بالاترین امتیاز' })).toBeVisible()
  })
}

test('a search without results offers the same search without filters, and popular titles', async ({ page }) => {
  await page.goto('/?q=پدرخوانده&type=series')
  await expect(page.getByText('متاسفانه موردی یافت نشد')).toBeVisible()
  await expect(page.getByRole('region', { name: 'پررأی‌ترین عنوان‌های پرده' }).getByRole('link').first()).toBeVisible()
  await page.getByRole('link', { name: 'جستجو بدون فیلتر' }).click()
  await expect(cards(page).first()).toBeVisible()
})

test.describe('a server that fails', () => {
  test.use({ serviceWorkers: 'block' })

  test('shows an error in Persian, and a retry loads the screen', async ({ page, world, console }) => {
    console.allow(NETWORK_ERRORS)
    const calls = (url: URL) => url.href.startsWith(`${world.apiUrl}/api/`)
    await page.route(calls, (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }))
    await page.goto('/collections')
    await expect(page.getByText('مشکلی در انجام فرایند پیش آمده است')).toBeVisible()
    await page.unroute(calls)
    await page.getByRole('button', { name: 'تلاش دوباره' }).click()
    await expect(page.locator('main a[href^="/collections/"]').first()).toBeVisible()
  })
})

test('a screen reads only the records it shows when ten thousand titles are stored', async ({
  page,
  context,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.addInitScript(() => {
    // Counts the records that IndexedDB returns to the page.
    const read = { records: 0 }
    Object.assign(window, { read })
    const success = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result')
    const seen = new WeakSet<IDBRequest>()
    Object.defineProperty(IDBRequest.prototype, 'result', {
      ...success,
      get(this: IDBRequest) {
        const value: unknown = success?.get?.call(this)
        if (value instanceof IDBCursor) read.records += 1
        else if (!seen.has(this)) read.records += Array.isArray(value) ? value.length : 1
        seen.add(this)
        return value
      },
    })
  })
  const paths = ['/', '/?order_by=votes', '/genres/8/drama', GODFATHER]
  await page.goto('/')
  await waitForWorker(page)
  const visit = async () => {
    const counts: number[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(cards(page).nth(2)).toBeVisible()
      await waitForIdle(page)
      counts.push(await page.evaluate(() => (window as unknown as { read: { records: number } }).read.records))
    }
    return counts
  }
  await visit()
  const few = await visit()
  await page.evaluate(async (many) => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open('parde-device')
      opening.onsuccess = () => done(opening.result)
      opening.onerror = () => fail(opening.error)
    })
    const writing = database.transaction(['cards', 'titles'], 'readwrite')
    const [cards, titles] = [writing.objectStore('cards'), writing.objectStore('titles')]
    const [card, title] = await Promise.all(
      [cards, titles].map(
        (table) =>
          new Promise<{ card: object; title: object }>((done) => {
            const asking = table.getAll(null, 1)
            asking.onsuccess = () => done(asking.result[0])
          }),
      ),
    )
    for (let at = 0; at < many; at++) {
      const id = 50_000_000 + at
      const now = Date.now()
      cards.put({ id, at: now, card: { ...card?.card, id, titleFa: `عنوان ${at}`, titleEn: `Title ${at}` } })
      titles.put({ key: String(id), id, at: now, title: { ...title?.title, id } })
    }
    await new Promise((done, fail) => {
      writing.oncomplete = done
      writing.onerror = fail
    })
    database.close()
  }, 10_000)
  const many = await visit()
  for (const [at, path] of paths.entries()) expect(many[at], path).toBeLessThanOrEqual((few[at] ?? 0) * 1.5 + 50)

  // The offline search covers all stored titles.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'جستجو' }).first().click()
  await page.getByRole('combobox').fill('Title 9876')
  await expect(page.getByRole('option', { name: /Title 9876/ }).first()).toBeVisible()
})
