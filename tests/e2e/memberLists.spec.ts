import type { Page } from '@playwright/test'
import { expectNoShift, watchShifts } from './layoutShifts.ts'
import { callAsOtherDevice, expect, register, test, type World, waitForWorker } from './world.ts'

test('a request and a removal from the history made offline reach the server once and last', async ({
  device,
  world,
}) => {
  const { page, context } = device
  await register(page)
  await waitForWorker(page)
  const title = await page.locator('main a[href^="/titles/"]').last().getAttribute('href')
  const titleId = Number(title?.split('/')[2])
  const call = (path: string, body?: object) => callAsOtherDevice(context, world, path, body)
  await call(`/api/user/history/${titleId}`, { position: 1800, duration: 6000 })

  // Opens each screen online, so that the device stores it.
  await page.goto('/user/history')
  await expect(page.getByRole('button', { name: /از تاریخچه$/ })).toBeVisible()
  await page.goto('/user/notifications')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('اعلان‌ها')
  await page.goto('/user/new-request')
  await expect(page.getByText('هنوز چیزی درخواست نکرده‌اید')).toBeVisible()

  world.cut()
  await context.setOffline(true)
  const since = world.api.exchanges.length
  await page.getByRole('textbox', { name: 'نام فیلم یا سریال' }).fill('درخواست آفلاین')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'نام فیلم یا سریال' })).toHaveValue('درخواست آفلاین')
  await page.getByRole('button', { name: 'فرستادن درخواست' }).click()
  await expect(page.getByText('در انتظار ارسال')).toBeVisible()
  await page.goto('/user/history')
  await page.getByRole('button', { name: /از تاریخچه$/ }).click()
  await expect(page.getByText('هنوز چیزی ندیده‌اید')).toBeVisible()

  world.restore()
  await context.setOffline(false)
  const asked = () =>
    world.api.exchanges
      .slice(since)
      .filter(({ method, requestBody }) => method === 'POST' && requestBody.includes('درخواست آفلاین'))
  await expect.poll(async () => (await call('/api/user/requests')).data.length).toBe(1)
  await expect.poll(async () => (await call('/api/user/history')).data.length).toBe(0)
  expect(asked().length).toBeGreaterThan(0)
  await page.reload()
  await expect(page.getByText('هنوز چیزی ندیده‌اید')).toBeVisible()
  await page.goto('/user/new-request')
  await expect(page.getByRole('list', { name: 'درخواست‌های من' }).getByText('در دست بررسی')).toBeVisible()
  await expect(page.getByRole('list', { name: 'درخواست‌های من' }).getByRole('article')).toHaveCount(1)
})

/** Writes three hundred titles to both lists on the device. */
async function fillLists(page: Page, world: World) {
  const { data } = await callAsOtherDevice(page.context(), world, '/api/titles/search?page=1')
  await page.evaluate(async (cards: object[]) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('parde-user-'))?.name ?? ''
    const asked = indexedDB.open(name)
    const database = await new Promise<IDBDatabase>((done) => {
      asked.onsuccess = () => done(asked.result)
    })
    const writing = database.transaction(['watchlist', 'history'], 'readwrite')
    for (let nth = 0; nth < 300; nth++) {
      const titleId = 9_000_000 + nth
      const title = { ...cards[nth % cards.length], id: titleId }
      const at = new Date(1.7e12 + nth * 30_000_000).toISOString()
      writing.objectStore('watchlist').put({ titleId, version: 1, title, savedAt: at })
      const watched = { fileId: null, episodeId: null, episodes: [], position: 60, duration: 6000, watchedAt: at }
      writing.objectStore('history').put({ titleId, version: 1, title, ...watched })
    }
    await new Promise((done) => {
      writing.oncomplete = done
    })
    database.close()
  }, data)
}

/** The scroll position and the list item in the middle of the screen, or below it where the middle is between two rows. */
const scrollPosition = (page: Page) =>
  page.evaluate(() => {
    const itemAt = (y: number) => document.elementFromPoint(innerWidth / 2, y)?.closest('li')?.ariaPosInSet
    return { top: Math.round(scrollY), item: itemAt(innerHeight / 2) ?? itemAt(innerHeight / 2 + 40) }
  })

type ScrollPosition = Awaited<ReturnType<typeof scrollPosition>>

/** Expects this position within one pixel, the tolerance of `src/parts/navigation/screenState.ts`. */
const expectScrollPosition = (page: Page, { top, item }: ScrollPosition) =>
  expect
    .poll(async () => {
      const here = await scrollPosition(page)
      return Math.abs(here.top - top) <= 1 ? { ...here, top } : here
    })
    .toEqual({ item, top })

/**
 * Expects the position of the end of a list: the same, or the end of the page. Browsers round the mounted rows to 1/64 px,
 * which moves the end by up to 3 px.
 */
const expectEnd = (page: Page, end: ScrollPosition) =>
  expect
    .poll(async () => {
      const { top, item } = await scrollPosition(page)
      const rest = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
      return { item, isThere: Math.abs(top - end.top) <= 3 || rest <= 1 }
    })
    .toEqual({ item: end.item, isThere: true })

/** Scrolls down and returns the position once its list items have rendered and been measured, which moves the end. */
async function goDown(page: Page, top: number) {
  await page.evaluate((to) => scrollTo(0, to), top)
  let here = await scrollPosition(page)
  await expect
    .poll(async () => {
      const before = here
      here = await scrollPosition(page)
      return here.item !== undefined && here.top === before.top
    })
    .toBe(true)
  return here
}

for (const path of ['/user/watchlist', '/user/history']) {
  test(`a long ${path} restores its scroll position after a reload, offline, after the system ended the page, and after going back`, async ({
    device,
    world,
  }) => {
    const { page, context } = device
    await register(page)
    await waitForWorker(page)
    for (const list of ['/user/history', '/user/watchlist']) {
      await page.goto(list)
      await expect(
        page
          .getByRole('heading', { level: 2 })
          .or(page.getByText(/^هنوز چیزی/))
          .first(),
      ).toBeVisible()
    }
    await fillLists(page, world)
    await watchShifts(page)
    await page.goto(path)
    const count = page.locator('li[aria-setsize="300"]')
    await expect(count.first()).toBeVisible()

    const middle = await goDown(page, 12_000)
    expect(middle.top).toBe(12_000)
    await page.reload()
    await expectScrollPosition(page, middle)
    await expectNoShift(page, path)

    world.cut()
    await context.setOffline(true)
    const end = await goDown(page, 1_000_000)
    expect(end.top).toBeGreaterThan(middle.top)
    await page.reload()
    await expectEnd(page, end)
    // A second reload restores the restored position.
    await page.reload()
    await expectEnd(page, end)

    // A phone ends a hidden page without an event.
    await goDown(page, 9_000)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const left = await scrollPosition(page)
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (key, value) {
        if (this !== sessionStorage) setItem.call(this, key, value)
      }
    })
    await page.reload()
    await expectScrollPosition(page, left)

    // Dispatched directly: a click would first scroll to the hidden header.
    await page.getByRole('banner').getByRole('link').first().dispatchEvent('click')
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expectScrollPosition(page, left)
  })
}
