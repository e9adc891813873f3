import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { leftToBrowser, storedDownloads } from './storedDownloads.ts'
import { expect, register, test, waitForWorker } from './world.ts'

const FILES = '/titles/68646/files'
const item = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'پدرخوانده' }).first()
const percent = async (page: Page) => Number(await page.getByRole('progressbar').first().getAttribute('aria-valuenow'))
const videoTime = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0).catch(() => 0)

/** The caches of downloads, with the number of entries in each. */
const cachedSegments = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('parde-video-'))
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return counts.reduce((sum, count) => sum + count, 0)
  })

const statesOf = async (page: Page) => (await storedDownloads(page)).map(({ state }) => state)

test('a download survives a lost network, a reload, a killed browser and a hidden page, plays offline with subtitles, and is deleted', async ({
  device,
  world,
}) => {
  let { page } = device
  // The test navigates before it hides the page: the browser must take over only then.
  await page.addInitScript(() =>
    document.addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true),
  )
  await register(page)
  await waitForWorker(page)
  // Only the first segments get through.
  let refused = 0
  world.api.setFaultRule(({ url = '' }) => {
    if (!/\.(m4s|mp4)(\?|$)/.test(url) || /\/480p\/(init\.mp4|[0-2]\.m4s)/.test(url)) return undefined
    refused += 1
    return 'refuse'
  })
  await page.goto(FILES)
  // The subtitled version shows its Persian subtitles by default.
  const subtitled = page.getByRole('link', { name: /زیرنویس فارسی/ })
  const version = page.getByRole('listitem').filter({ has: subtitled }).first()
  await version.getByRole('button', { name: /^دانلود در برنامه: / }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio').first()).toBeVisible()
  await expect(sheet).toContainText('حدود')
  await sheet.getByRole('radio').last().check()
  await sheet.getByRole('button', { name: 'شروع دانلود' }).click()
  await expect(sheet).toBeHidden()
  await page.goto('/user/downloads')
  await expect.poll(() => percent(page)).toBeGreaterThan(0)
  await expect.poll(() => refused).toBeGreaterThan(0)
  const before = await cachedSegments(page)
  expect(before).toBeGreaterThan(2)
  await page.reload()
  await expect(item(page)).toBeVisible()
  await expect.poll(() => cachedSegments(page)).toBeGreaterThanOrEqual(before)
  await expect(page.getByRole('link', { name: /^پخش پدرخوانده/ })).toHaveCount(0)

  await device.kill()
  world.api.exchanges.length = 0
  // Video segments resume by themselves; the page is hidden during the audio segments, and the browser continues alone.
  world.api.setFaultRule(({ url = '' }) => (/audio-\w+\/\d+\.m4s/.test(url) ? { there: 2_000, back: 0 } : undefined))
  page = await device.restart()
  await page.goto('/user/downloads')
  await expect.poll(() => cachedSegments(page)).toBeGreaterThan(before + 20)
  await expect.poll(() => leftToBrowser(page)).toBe(1)
  // A page of the same origin without the app.
  await page.goto('/early.js')
  world.api.setFaultRule(undefined)
  await expect.poll(() => statesOf(page)).toEqual(['kept'])
  await page.goto('/user/downloads')
  const play = page.getByRole('link', { name: /^پخش پدرخوانده/ })
  await expect(play).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const again = world.api.exchanges.filter(({ path }) => /\.(m4s|mp4)(\?|$)/.test(path)).map(({ path }) => path)
  // Requests in flight when the browser took over may be repeated once.
  expect(again.length - new Set(again).size).toBeLessThanOrEqual(3)
  expect(again.length).toBeGreaterThan(20)

  world.cut()
  await device.context.setOffline(true)
  await page.reload()
  await play.click()
  await expect(page.locator('video')).toBeAttached()
  await expect
    .poll(async () => {
      await page.evaluate(
        () =>
          void document
            .querySelector('video')
            ?.play()
            .catch(() => undefined),
      )
      return videoTime(page)
    })
    .toBeGreaterThan(1.5)
  await expect(page.locator('[data-notice]')).toHaveCount(0)
  await expect(page.locator('p[dir="auto"]').first()).toHaveText(/\S/)
  expect(await page.evaluate(() => document.querySelector('video')?.error?.message)).toBeUndefined()

  await page.goto('/user/downloads')
  await page.getByRole('button', { name: /^پاک کردن پدرخوانده/ }).click()
  await page.getByRole('button', { name: 'پاک کن', exact: true }).click()
  await expect(page.getByText('هنوز فیلمی روی این دستگاه نیست')).toBeVisible()
  await expect.poll(() => cachedSegments(page)).toBe(0)
})
