import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
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
