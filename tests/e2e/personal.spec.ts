import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expectStill, watchShifts } from './shifts.ts'
import { type Browser, expect, NETWORK_ERRORS, register, startBrowser, test, underWorker, type World } from './world.ts'

let profile: string
let browser: Browser

test.beforeEach(async ({ world, console }) => {
  console.allow(NETWORK_ERRORS)
  profile = await mkdtemp(join(resolve('.cache/e2e'), 'profile-'))
  browser = await startBrowser(profile, world.appUrl)
})
test.afterEach(async ({ world }) => {
  world.restore()
  await browser.close().catch(() => undefined)
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** A call of the signed-in person, as another device of theirs makes it. */
async function call(page: Page, world: World, method: string, path: string, body?: object) {
  return page.evaluate(
    async ({ url, method: verb, json }) => {
      const cookie = (name: string) =>
        decodeURIComponent(
          document.cookie
            .split('; ')
            .find((one) => one.startsWith(`${name}=`))
            ?.slice(name.length + 1) ?? '',
        )
      const answer = await fetch(url, {
        method: verb,
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${cookie('token')}`,
          'X-XSRF-TOKEN': cookie('XSRF-TOKEN'),
        },
        ...(json === undefined ? {} : { body: json }),
      })
      return { status: answer.status, json: await answer.json() }
    },
    { url: `${world.apiUrl}${path}`, method, json: body && JSON.stringify(body) },
  )
}

test('asked for, read and taken off without a network: each reaches the server once, and stays', async ({ world }) => {
  const { page, context } = browser
  await register(page)
  await underWorker(page)
  const title = await page.locator('main a[href^="/titles/"]').last().getAttribute('href')
  const titleId = Number(title?.split('/')[2])
  expect(
    (await call(page, world, 'POST', `/api/user/history/${titleId}`, { position: 1800, duration: 6000 })).status,
  ).toBe(200)

  // Each screen once with a network, so that the device knows it.
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
  await expect.poll(async () => (await call(page, world, 'GET', '/api/user/requests')).json.data.length).toBe(1)
  await expect
    .poll(async () => (await call(page, world, 'GET', '/api/user/history')).json.data.length, { timeout: 40_000 })
    .toBe(0)
  expect(asked().length).toBeGreaterThan(0)
  await page.reload()
  await expect(page.getByText('هنوز چیزی ندیده‌اید')).toBeVisible()
  await page.goto('/user/new-request')
  await expect(page.getByRole('list', { name: 'درخواست‌های من' }).getByText('در دست بررسی')).toBeVisible()
  await expect(page.getByRole('list', { name: 'درخواست‌های من' }).getByRole('article')).toHaveCount(1)
})

/** Three hundred titles on both lists of the device, as earlier days have left them there. */
async function fillLists(page: Page, world: World) {
  const { json } = await call(page, world, 'GET', '/api/titles/search?page=1')
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
  }, json.data)
}

/** Where one stands: how far down, and on which item of the list. */
const placeOf = (page: Page) =>
  page.evaluate(() => ({
    top: Math.round(scrollY),
    item: document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('li')?.ariaPosInSet,
  }))

type Place = Awaited<ReturnType<typeof placeOf>>

/** One stands there, to the pixel that `src/parts/navigation/screenState.ts` counts as there; a second reload may not add another. */
const expectPlace = (page: Page, { top, item }: Place) =>
  expect
    .poll(async () => {
      const here = await placeOf(page)
      return Math.abs(here.top - top) <= 1 ? { ...here, top } : here
    })
    .toEqual({ item, top })

/** Goes so far down, and answers where that is once what belongs there is there. */
async function goDown(page: Page, top: number) {
  await page.evaluate((to) => scrollTo(0, to), top)
  await expect.poll(async () => (await placeOf(page)).item, { timeout: 5_000 }).toBeTruthy()
  return placeOf(page)
}

for (const path of ['/user/watchlist', '/user/history']) {
  test(`a long ${path} is come back to where one stood: reloaded, without a network, ended behind one’s back, or left for another screen`, async ({
    world,
  }) => {
    const { page, context } = browser
    await register(page)
    await underWorker(page)
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
    await expectPlace(page, middle)
    await expectStill(page, path)

    world.cut()
    await context.setOffline(true)
    const end = await goDown(page, 1_000_000)
    expect(end.top).toBeGreaterThan(middle.top)
    await page.reload()
    await expectPlace(page, end)
    // A second time: what was found again is kept again.
    await page.reload()
    await expectPlace(page, end)

    // A phone ends a page that nobody looks at without telling it.
    await goDown(page, 9_000)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const left = await placeOf(page)
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (key, value) {
        if (this !== sessionStorage) setItem.call(this, key, value)
      }
    })
    await page.reload()
    await expectPlace(page, left)

    // Tapped where it is: to bring the hidden header into sight the test would scroll.
    await page.getByRole('banner').getByRole('link').first().dispatchEvent('click')
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expectPlace(page, left)
  })
}
