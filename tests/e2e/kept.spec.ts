import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { type Browser, expect, register, startBrowser, test, underWorker } from './world.ts'

let profile: string
let browser: Browser

test.beforeEach(async ({ world }) => {
  profile = await mkdtemp(join(resolve('.cache/e2e'), 'profile-'))
  browser = await startBrowser(profile, world.appUrl)
})
test.afterEach(async ({ world }) => {
  world.api.weather(undefined)
  world.restore()
  await browser.close().catch(() => undefined)
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

const FILES = '/titles/68646/files'
const item = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'پدرخوانده' }).first()
const percent = async (page: Page) => Number(await page.getByRole('progressbar').first().getAttribute('aria-valuenow'))
const videoTime = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0).catch(() => 0)

/** The caches of kept films, and how much is in them. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('parde-video-'))
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return counts.reduce((sum, count) => sum + count, 0)
  })

test('a film is kept through a cut, a reload and a killed browser, plays without a network with subtitles, and is deleted', async ({
  world,
}) => {
  test.setTimeout(150_000)
  let { page } = browser
  await register(page)
  await underWorker(page)
  // Of all segments three get through; then the network is as in a tunnel.
  let segments = 0
  world.api.weather(({ url = '' }) => (/\.(m4s|mp4)(\?|$)/.test(url) && ++segments > 3 ? 'refuse' : undefined))
  await page.goto(FILES)
  // The version with Persian subtitles shows them unasked.
  const subtitled = page.getByRole('link', { name: /زیرنویس فارسی/ })
  const version = page.getByRole('listitem').filter({ has: subtitled }).first()
  await version.getByRole('button', { name: /^نگه‌داشتن روی دستگاه: / }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio').first()).toBeVisible()
  await expect(sheet).toContainText('حدود')
  await sheet.getByRole('radio').last().check()
  await sheet.getByRole('button', { name: 'شروع گرفتن' }).click()
  await expect(sheet).toBeHidden()
  await page.goto('/user/downloads')
  await expect.poll(() => percent(page)).toBeGreaterThan(0)
  await expect.poll(() => segments).toBeGreaterThan(3)
  const before = await kept(page)
  expect(before).toBeGreaterThan(2)
  await page.reload()
  await expect(item(page)).toBeVisible()
  await expect.poll(() => kept(page)).toBeGreaterThanOrEqual(before)
  await expect(page.getByRole('link', { name: /^پخش پدرخوانده/ })).toHaveCount(0)

  await browser.kill()
  world.api.exchanges.length = 0
  world.api.weather(undefined)
  browser = await startBrowser(profile, world.appUrl)
  page = browser.page
  await page.goto('/user/downloads')
  const play = page.getByRole('link', { name: /^پخش پدرخوانده/ })
  await expect(play).toBeVisible({ timeout: 30_000 })
  expect(await violationsOf(page)).toEqual([])
  const again = world.api.exchanges.filter(({ path }) => /\.(m4s|mp4)(\?|$)/.test(path)).map(({ path }) => path)
  expect(new Set(again).size).toBe(again.length)
  expect(again.length).toBeGreaterThan(0)

  world.cut()
  await browser.context.setOffline(true)
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
  await expect(page.locator('p[dir="auto"]').first()).toHaveText(/\S/)
  expect(await page.evaluate(() => document.querySelector('video')?.error?.message)).toBeUndefined()

  await page.goto('/user/downloads')
  await page.getByRole('button', { name: /^پاک کردن پدرخوانده/ }).click()
  await expect(page.getByText('هنوز فیلمی روی این دستگاه نیست')).toBeVisible()
  await expect.poll(() => kept(page)).toBe(0)
})
