import type { Locator, Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, register, test, waitForIdle, waitForWorker } from './world.ts'

const cards = (page: Page) => page.locator('main article a[href^="/titles/"]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const AGE = /نسخهٔ ذخیره‌شدهٔ/
const UNSEEN = 'این صفحه هنوز روی دستگاه شما ذخیره نشده است'

/** Measures the next "back": how long until the scroll position is restored, and whether a placeholder showed meanwhile. */
async function watchReturn(page: Page, position: number) {
  await page.evaluate((wanted) => {
    const global = window as Window & { returned?: { after: number; placeholders: number } }
    delete global.returned
    addEventListener(
      'popstate',
      () => {
        const began = performance.now()
        let placeholders = 0
        // The background screen is not visible.
        const seen = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ contentVisibilityAuto: true }))
        const look = () => {
          if (seen('main [role="status"][aria-label]').length > 0) placeholders += 1
          const isRestored = seen('main article').length > 8 && Math.abs(scrollY - wanted) < 2
          if (isRestored) global.returned = { after: performance.now() - began, placeholders }
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { once: true },
    )
  }, position)
}
const returned = (page: Page) =>
  page.evaluate(() => (window as Window & { returned?: { after: number; placeholders: number } }).returned)

for (const path of ['/', '/tv', '/?order_by=votes&page=2', '/genres/8/drama']) {
  test(`back restores the scroll position of ${path} at once and without a placeholder`, async ({ page }, {
    annotations,
  }) => {
    await page.goto(path)
    await expect(cards(page).nth(8)).toBeVisible()
    // Of the list, below the hero and the rows.
    const card = cards(page).last()
    await card.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollBy(0, 40))
    await waitForIdle(page)
    // Scrolls the card out from under the header now, not between reading the scroll position and the click.
    await card.click({ trial: true })
    const position = await page.evaluate(() => scrollY)
    expect(position).toBeGreaterThan(300)
    await card.click()
    await expect(page).toHaveURL(/\/titles\//)
    await expect(heading(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await watchReturn(page, position)
    await page.goBack()
    await expect.poll(() => returned(page)).toBeDefined()
    const measured = await returned(page)
    annotations.push({ type: 'back', description: `${path}: ${Math.round(measured?.after ?? 0)} ms` })
    expect(measured?.placeholders).toBe(0)
  })
}

test('the next page is prefetched, except with the data saver on', async ({ page, world }) => {
  const asked = () =>
    world.api.exchanges.filter(({ method, path }) => method === 'GET' && /search\?.*page=4\b/.test(path)).length
  await page.goto('/?order_by=rating&page=3')
  await expect.poll(asked).toBe(1)
  await page.getByRole('link', { name: 'صفحهٔ بعدی' }).click()
  await expect(page.getByRole('link', { name: 'صفحهٔ ۴', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('۷۳ تا ۹۶ از', { exact: false })).toBeVisible()

  await page.getByRole('switch', { name: 'صرفه‌جویی در مصرف اینترنت' }).check()
  const before = world.api.exchanges.length
  await page.goto('/?order_by=rating&page=6')
  await expect(cards(page).nth(8)).toBeVisible()
  await waitForIdle(page)
  expect(world.api.exchanges.slice(before).filter(({ path }) => path.includes('page=7'))).toEqual([])
})

test('an invalid order, page or genre falls back to the nearest valid list', async ({ page, console }) => {
  console.allow(NETWORK_ERRORS)
  for (const [from, to] of [
    ['/?page=0', /\/$/],
    ['/?page=1000000000', /\/\?page=\d{1,3}$/],
    ['/tv?page=1e9', /\/tv\?page=\d{1,3}$/],
    ['/?order_by=chaos&is_dubbed=1', /\/\?is_dubbed=1$/],
    ['/genres/8/wrong?order_by=rating', /\/genres\/8\/drama\?order_by=rating$/],
  ] as const) {
    await page.goto(from)
    await expect(page).toHaveURL(to)
    await expect(cards(page).first(), from).toBeVisible()
  }
  for (const path of ['/genres/99999/x', '/genres/abc/x', '/titles/abc/x', '/titles/99999999/x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'صفحه پیدا نشد' }), path).toBeVisible()
  }
})

test('visited lists and titles open after an offline restart, with their age', async ({ device, world }) => {
  const lists = ['/?type=series&page=2', '/tv', '/genres/8/drama?order_by=rating']
  await device.page.goto('/')
  await waitForWorker(device.page)
  for (const path of lists) {
    await device.page.goto(path)
    await expect(cards(device.page).nth(8)).toBeVisible()
    await waitForIdle(device.page)
  }
  const title = (await cards(device.page).first().getAttribute('href')) ?? ''
  await device.page.goto(title)
  await expect(device.page.getByRole('region', { name: 'داستان' })).toBeVisible()
  const name = await heading(device.page).textContent()
  await waitForIdle(device.page)

  world.cut()
  await device.kill()
  await device.restart()
  await device.context.setOffline(true)
  // Each new document would report to be online again: https://github.com/microsoft/playwright/issues/42174
  await device.context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  for (const path of lists) {
    await device.page.goto(path)
    await expect(cards(device.page).nth(8), path).toBeVisible()
    await expect(device.page.getByText(AGE), path).toBeVisible()
  }
  const seen = device.page.locator('article', { has: device.page.locator(`a[href="${title}"]`) }).first()
  await expect(seen).not.toHaveAttribute('data-out-of-reach')
  const unseen = device.page.locator('article[data-out-of-reach] a[href^="/titles/"]').first()
  await expect(unseen).toHaveCSS('opacity', '0.45')
  await unseen.click()
  await expect(device.page.getByText(UNSEEN)).toBeVisible()
  await expect(device.page).toHaveURL(/\/genres\//)

  await device.page.goto(title)
  await expect(heading(device.page)).toHaveText(name ?? '')
  await expect(device.page.getByText(AGE).first()).toBeVisible()
  await expect(device.page.getByRole('region', { name: 'داستان' })).toBeVisible()
  await device.page.goto('/genres/8/drama?page=3')
  await expect(device.page.getByText(UNSEEN)).toBeVisible()
})

test('sections opened on a title page stay open after a reload, offline, and after going back', async ({
  page,
  context,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.goto('/?type=series&order_by=votes')
  await waitForWorker(page)
  // Five seasons, thirteen episodes in the second, and comments.
  await page.locator('main article a[href^="/titles/903747/"]').click()
  const tab = page.getByRole('tab', { name: 'فصل ۲', exact: true })
  const episodes = page.getByRole('tabpanel').getByRole('listitem')
  const reply = page.getByLabel(/^پاسخ شما به/)
  await tab.click()
  const few = await episodes.count()
  await page.getByRole('button', { name: /^همهٔ .* قسمت$/ }).click()
  await expect.poll(() => episodes.count()).toBeGreaterThan(few)
  const all = await episodes.count()
  await page.getByRole('button', { name: 'پاسخ' }).first().click()
  await expect(reply).toBeFocused()
  await waitForIdle(page)
  await page.getByRole('button', { name: 'پاسخ' }).first().scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => Math.round(scrollY))
  expect(top).toBeGreaterThan(0)

  const expectRestored = async () => {
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(episodes).toHaveCount(all)
    await expect(reply).toBeVisible()
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top)
  }
  await page.reload()
  await expectRestored()
  world.cut()
  await context.setOffline(true)
  try {
    await page.reload()
    await expectRestored()
  } finally {
    world.restore()
    await context.setOffline(false)
  }
  await page.getByRole('banner').getByRole('link').first().dispatchEvent('click')
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expectRestored()
})

test('the offline banner moves nothing when it appears, and covers neither the bottom bar nor the end of the page', async ({
  page,
  context,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/?type=series')
  await waitForWorker(page)
  await expect(cards(page).first()).toBeVisible()
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0
  const bottomOf = async (element: Locator) => {
    const box = await element.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const before = await topOf(cards(page).first())
  await context.setOffline(true)
  const line = page.getByText('اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود')
  await expect(line).toBeVisible()
  expect(await topOf(cards(page).first())).toBe(before)
  await expect.poll(() => bottomOf(line)).toBeLessThanOrEqual(800)

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const bar = page.getByRole('navigation', { name: 'دسترسی سریع' })
  await expect(bar).toBeVisible()
  await expect.poll(async () => (await topOf(bar)) - (await bottomOf(line))).toBeGreaterThanOrEqual(0)
  const end = page.getByRole('contentinfo').getByText(/©/)
  expect(await bottomOf(end)).toBeLessThanOrEqual(await topOf(line))
  await page.evaluate(() => scrollTo(0, 0))
  await context.setOffline(false)
  await expect(line).toBeHidden()
  expect(await topOf(cards(page).first())).toBe(before)
})

test.describe('pictures', () => {
  test.use({ deviceScaleFactor: 3 })

  test('are cached with CORS, the largest loads first, and each reserves its space', async ({ page }) => {
    await page.goto('/')
    await waitForWorker(page)
    await page.reload()
    await expect(cards(page).nth(8)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 900))
    await waitForIdle(page)
    const images = await page.locator('main img').evaluateAll((all) =>
      (all as HTMLImageElement[]).map(({ width, height, loading, fetchPriority, crossOrigin }) => ({
        hasSize: width > 0 && height > 0,
        crossOrigin,
        first: loading === 'eager' && fetchPriority === 'high',
      })),
    )
    expect(images.every(({ hasSize, crossOrigin }) => hasSize && crossOrigin === 'anonymous')).toBe(true)
    expect(images[0]?.first).toBe(true)
    expect(images.some(({ first }) => !first)).toBe(true)
    // The response to a request without CORS is cached as well, and is not opaque either.
    const poster = await page.locator('main article img').first().getAttribute('src')
    await page.evaluate(
      (source) =>
        new Promise((done, fail) => {
          const image = new Image()
          image.onload = done
          image.onerror = fail
          image.src = (source ?? '').replace(/-\d+\.webp$/, '-780.webp')
        }),
      poster,
    )
    const cachedPictures = () =>
      page.evaluate(async () => {
        const cache = await caches.open('parde-media')
        return Promise.all(
          (await cache.keys()).map(async (request) => {
            const response = await cache.match(request, { ignoreVary: true })
            return `${response?.type} ${response?.status} ${request.url.split('-').at(-1)}`
          }),
        )
      })
    await expect.poll(async () => (await cachedPictures()).some((one) => one.endsWith('780.webp'))).toBe(true)
    for (const one of await cachedPictures()) expect(one).toMatch(/^cors 200 /)
  })

  test('have less than half the bytes with the data saver on', async ({ page }) => {
    const weigh = async () => {
      await page.goto('/?order_by=votes')
      await expect(cards(page).nth(8)).toBeVisible()
      await waitForIdle(page)
      return page.evaluate(async () => {
        const images = [...document.querySelectorAll<HTMLImageElement>('main article img')].slice(0, 6)
        const sizes = await Promise.all(
          images.map(async ({ currentSrc }) => (await (await fetch(currentSrc)).arrayBuffer()).byteLength),
        )
        return sizes.reduce((sum, size) => sum + size, 0)
      })
    }
    const whole = await weigh()
    await page.getByRole('switch', { name: 'صرفه‌جویی در مصرف اینترنت' }).check()
    expect(await weigh()).toBeLessThan(whole / 2)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'پخش خودکار' })).toBeVisible()
  })
})

test('a browser without any storage shows every screen', async ({ page }) => {
  await page.addInitScript(() => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Storage.prototype.setItem = full
    IDBObjectStore.prototype.put = full
    IDBObjectStore.prototype.add = full
  })
  await page.goto('/?order_by=votes')
  await expect(cards(page).nth(8)).toBeVisible()
  await cards(page).nth(2).click()
  await expect(page.getByRole('region', { name: 'داستان' })).toBeVisible()
  await page.goBack()
  await expect(cards(page).nth(8)).toBeVisible()
  await page.reload()
  await expect(cards(page).nth(8)).toBeVisible()
})

test('a comment written offline survives a browser restart, is sent once and shows once', async ({ device, world }) => {
  const words = 'موسیقی نینو روتا را هم فراموش نکنیم'
  const field = () => device.page.getByLabel('نظر شما')
  const own = () => device.page.locator('#comments article', { hasText: words })
  await register(device.page)
  await waitForWorker(device.page)
  await device.page.goto('/?order_by=votes')
  const path = (await cards(device.page).nth(3).getAttribute('href')) ?? ''
  await device.page.goto(path)
  await expect(field()).toBeVisible()
  await waitForIdle(device.page)
  world.cut()
  // A draft survives as well.
  await field().fill(words.slice(0, 10))
  await expect.poll(() => draftsOf(device.page)).toContain(words.slice(0, 10))
  await device.kill()
  await device.restart()
  await device.page.goto(path)
  await expect(field()).toHaveValue(words.slice(0, 10))
  await field().fill(words)
  await device.page.getByRole('button', { name: 'ارسال نظر' }).click()
  await expect(own()).toHaveCount(1)
  await expect(own().getByText('در انتظار ارسال')).toBeVisible()
  await device.kill()
  await device.restart()
  await device.page.goto(path)
  await expect(own().getByText('در انتظار ارسال')).toBeVisible()

  world.restore()
  await device.page.goto(path)
  // Polls the server first: a page that is still rendering shows no pending comment either.
  const atServer = async () => {
    const answer = await fetch(`${world.apiUrl}/api/titles/${path.split('/')[2]}/topcomments`)
    const { data } = (await answer.json()) as { data: { body: string }[] }
    return data.filter(({ body }) => body === words).length
  }
  await expect.poll(atServer).toBe(1)
  await expect(own()).toHaveCount(1)
  await expect(own().getByText('در انتظار ارسال')).toHaveCount(0)
  await device.page.reload()
  await expect(own()).toHaveCount(1)
  await expect(own().getByText('در انتظار ارسال')).toHaveCount(0)
  expect(await atServer()).toBe(1)
})

/** The drafts in the device's database. */
async function draftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((done, fail) => {
        const opening = indexedDB.open('parde-device')
        opening.onerror = () => fail(opening.error)
        opening.onsuccess = () => {
          const asking = opening.result.transaction('meta').objectStore('meta').getAll()
          asking.onerror = () => fail(asking.error)
          asking.onsuccess = () => {
            opening.result.close()
            done(asking.result.flatMap(({ key, value }) => (key.startsWith('parde-draft:') ? [value.text] : [])))
          }
        }
      }),
  )
}
