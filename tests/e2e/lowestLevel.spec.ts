import type { Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, register, test, type World, waitForWorker } from '#tests/e2e/world.ts'
import { isOptional } from '#tests/harness/openapi.ts'
import { TITLE } from './specification/session.ts'
import { outboxOf } from './sync/user.ts'

const IMDB = 'tt0068646'
/** Headings of the screens that say that something failed or does not exist. */
const ERRORS = /صفحه پیدا نشد|خطایی پیش آمد|Something went wrong|Not Found/

/** From now on the server has the calls of the specification only, and its titles contain their files. */
function leaveRequiredCalls(world: World, files: readonly unknown[]) {
  world.api.setFaultRule(({ method = '', url = '', headers }) => {
    const path = url.split('?')[0] ?? ''
    const cors = {
      'Access-Control-Allow-Origin': world.appUrl,
      'Access-Control-Allow-Credentials': 'true',
      'Content-Type': 'application/json',
      Connection: 'close',
    }
    if (isOptional(method, path)) {
      return (_, response) => void response.writeHead(404, cors).end(JSON.stringify({ message: 'Not Found' }))
    }
    if (method !== 'GET' || path !== `/api/titles/${TITLE}` || headers['x-direct']) return undefined
    return async (_, response) => {
      const answer = await fetch(`${world.apiUrl}${url}`, { headers: { 'X-Direct': '1', Connection: 'close' } })
      const { data } = await answer.json()
      response.writeHead(200, cors).end(JSON.stringify({ data: { ...data, files } }))
    }
  })
}

/** Opens a route and expects its heading, and content that says it works. */
async function open(page: Page, path: string, heading: string | RegExp, content?: string | RegExp) {
  await page.goto(path)
  await expect.soft(page.getByRole('heading', { name: heading }).first(), path).toBeVisible()
  if (content !== undefined) await expect.soft(page.getByText(content).first(), path).toBeVisible()
  await expect.soft(page.getByText(ERRORS), path).toHaveCount(0)
}

const PUBLIC_ROUTES = [
  ['/', 'خانه'],
  ['/?order_by=rating&type=series', /./],
  ['/tv', 'سریال‌ها'],
  [`/titles/${TITLE}/the-godfather`, 'پدرخوانده'],
  [`/titles/${TITLE}/files`, /پدرخوانده/, /1080|۱۰۸۰/],
  ['/genres/8/drama', /درام/],
  [`/watch/trailer/${IMDB}`, /پیش‌پرده/],
  ['/collections', 'مجموعه‌ها', 'ارباب حلقه‌ها'],
  ['/categories', 'دسته‌بندی‌ها', 'جنایی'],
  ['/comingsoon', 'به‌زودی'],
  ['/contact', 'پشتیبانی'],
  ['/telegram-app', 'پرده در تلگرام'],
  ['/auth/login', 'ورود'],
  ['/auth/register', 'ثبت‌نام'],
  ['/auth/forgot-password', 'بازیابی گذرواژه'],
  ['/auth/reset-password/some-token', 'گذرواژهٔ تازه'],
  ['/premium/plans', 'اشتراک', 'کد هدیه'],
  ['/on-this-device', 'روی این دستگاه'],
] as const

const MEMBER_ROUTES = [
  [`/titles/${TITLE}/the-godfather`, 'پدرخوانده'],
  [`/screenshots/${TITLE}`, /^تصاویر/],
  ['/user/watchlist', 'ذخیره‌شده‌ها'],
  ['/user/history', 'تاریخچه'],
  ['/user/calendar', 'تقویم من'],
  ['/user/dashboard', 'سلام، سارا'],
  ['/user/edit-password', 'تغییر گذرواژه'],
  ['/user/notifications', 'اعلان‌ها'],
  ['/user/new-request', 'درخواست عنوان'],
  ['/user/downloads', 'دانلودها'],
  ['/successful-payment', /پرداخت/],
  ['/gopremium', /اشتراک/],
  ['/gift', 'کد هدیه'],
] as const

test('a guest and a member open every route of a server that has the calls of the specification only', async ({
  device,
  world,
  console: errors,
}) => {
  errors.allow(NETWORK_ERRORS)
  const films = await fetch(`${world.apiUrl}/api/titles/${TITLE}/files`, { headers: { Connection: 'close' } })
  const { data: files } = await films.json()
  const { page } = device
  await page.goto('/')
  await waitForWorker(page)
  leaveRequiredCalls(world, files)

  await test.step('guest', async () => {
    for (const [path, heading, content] of PUBLIC_ROUTES) await open(page, path, heading, content)
  })
  await test.step('the player plays the film that the title names', async () => {
    await page.goto(`/watch/${IMDB}/${TITLE}`)
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.5)
  })
  await test.step('the screens of optional calls open offline', async () => {
    world.cut()
    await open(page, '/categories', 'دسته‌بندی‌ها', 'جنایی')
    await open(page, '/collections', 'مجموعه‌ها', 'ارباب حلقه‌ها')
    world.restore()
  })
  await test.step('member', async () => {
    await register(page)
    for (const [path, heading] of MEMBER_ROUTES) await open(page, path, heading)
  })
  await test.step('a played film is in the history, and its position does not stay in the outbox', async () => {
    await page.goto(`/watch/${IMDB}/${TITLE}`)
    const video = page.locator('video')
    await expect.poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState)).toBeGreaterThan(2)
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 60
    })
    await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(60)
    await page.goto('/user/history')
    const row = page.locator(`main a[href^="/titles/${TITLE}/"]`).first()
    await expect(row).toBeVisible()
    await expect.poll(() => outboxOf(page)).toEqual([])
    await page.reload()
    await expect(row).toBeVisible()
  })
  await test.step('a saved title reaches the server without the batch call', async () => {
    await page.goto(`/titles/${TITLE}/the-godfather`)
    await page
      .getByRole('button', { name: /^ذخیره/ })
      .first()
      .click()
    // The first attempt is answered with 419 when the CSRF cookie changed meanwhile.
    await expect
      .poll(
        () =>
          world.api.exchanges.findLast(({ method, path }) => method === 'POST' && path.includes('/user/watchlist/'))
            ?.status,
      )
      .toBe(200)
  })
})
