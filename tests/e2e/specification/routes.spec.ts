import type { Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, test, type World } from '#tests/e2e/world.ts'
import { openAsMember, recordCalls, request, TITLE } from './session.ts'

test.use({ serviceWorkers: 'block' })

const IMDB = 'tt0068646'
const REFUSAL = 'اکنون نمی‌شود.'

/** Reads a record of the catalogue for the addresses of its pages. */
async function readRecord(world: World, path: string) {
  return (await (await request(`${world.apiUrl}${path}`)).json()).data
}

/** Opens an address, expects a heading and makes everything below the first screen load. */
async function open(page: Page, path: string, heading: string | RegExp) {
  await page.goto(path)
  await expect.soft(page.getByRole('heading', { name: heading }).first(), path).toBeVisible()
}

test('a guest opens every public route, and each makes its calls', async ({ page, world, console }) => {
  // The server answers an unknown address with 404.
  console.allow(NETWORK_ERRORS)
  const title = await readRecord(world, `/api/titles/${TITLE}`)
  const [collection] = await readRecord(world, '/api/collections')
  const [plan] = await readRecord(world, '/api/plans')
  const [file] = await readRecord(world, `/api/titles/${TITLE}/files`)
  const [director] = title.directors
  const calls = recordCalls(page, world)
  const expectCall = (call: string | RegExp) =>
    expect.soft
      .poll(() => calls.find((made) => (typeof call === 'string' ? made === call : call.test(made))), String(call))
      .toBeDefined()

  await test.step('2.3, 7.11 the home reads its parameters from the address', async () => {
    await open(page, '/', 'خانه')
    await page.goto('/?order_by=rating&type=series&is_dubbed=1')
    await expectCall('GET /api/titles/search?order_by=rating&type=series&is_dubbed=1')
    await page.goto('/?q=پدرخوانده')
    await expectCall('GET /api/titles/search?order_by=votes&q=پدرخوانده')
    await expect
      .soft(
        page
          .getByRole('main')
          .getByRole('link', { name: /پدرخوانده/ })
          .first(),
      )
      .toBeVisible()
  })
  await test.step('2.7, 7.6, 7.7, 7.8, 7.9 a title makes four calls, and its dubbed version another one', async () => {
    await open(page, title.path, title.titleFa)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectCall(`GET /api/titles/${TITLE}`)
    await expectCall(`GET /api/titles/${TITLE}/similar`)
    await expectCall(`GET /api/titles/${TITLE}/director-titles`)
    await expectCall(new RegExp(`^GET /api/titles/${TITLE}/topcomments`))
    await page.goto(`${title.path}?dub=1`)
    await expectCall(`GET /api/titles/${TITLE}?dub=1`)
  })
  await test.step('2.6 the files of a title', () => open(page, `/titles/${TITLE}/files`, title.titleFa))
  await test.step('2.8, 7.17 a genre makes its own call', async () => {
    await open(page, '/genres/8/drama?is_dubbed=1', /درام/)
    await expectCall('GET /api/genres/8?order_by=newest&is_dubbed=1')
  })
  await test.step('2.9 a trailer', () => open(page, `/watch/trailer/${IMDB}`, title.titleFa))
  await test.step('2.10 a film', () => open(page, `/watch/${IMDB}/${file.id}`, title.titleFa))
  await test.step('2.12, 7.10 series with their slideshow', async () => {
    await open(page, '/tv', 'سریال‌ها')
    await expectCall('GET /api/titles/slideshow?type=series')
  })
  await test.step('2.13 collections', () => open(page, '/collections', 'مجموعه‌ها'))
  await test.step('2.14, 7.15, 7.16 a collection and its titles', async () => {
    await open(page, collection.path, collection.titleFa)
    await expectCall(`GET /api/collections/${collection.id}?type=alt`)
    await expectCall(new RegExp(`^GET /api/collections/${collection.id}/titles`))
  })
  await test.step('2.15, 7.13 a person in a role', async () => {
    await open(page, director.path, director.fullnameFa)
    await expectCall(new RegExp(`^GET /api/people/${director.id}\\?role=director`))
  })
  await test.step('2.16, 7.12 coming soon', async () => {
    await open(page, '/comingsoon?type=movie', 'به‌زودی')
    await expectCall('GET /api/titles/comingsoon?type=movie')
  })
  await test.step('2.17 categories', () => open(page, '/categories', 'دسته‌بندی‌ها'))
  await test.step('2.4 contact', () => open(page, '/contact', 'پشتیبانی'))
  await test.step('2.5 the entrance from Telegram', () => open(page, '/telegram-app', 'پرده در تلگرام'))
  await test.step('2.18 sign-in, registration and a forgotten password', async () => {
    await open(page, '/auth/login', 'ورود')
    await open(page, '/auth/register', 'ثبت‌نام')
    await open(page, '/auth/forgot-password', 'بازیابی گذرواژه')
  })
  await test.step('2.19 a new password', () => open(page, '/auth/reset-password/some-token', 'گذرواژهٔ تازه'))
  await test.step('2.21, 6.1 plans, a plan and its purchase', async () => {
    await open(page, '/premium/plans', 'اشتراک')
    await open(page, `/premium/plans/${plan.id}`, plan.name)
    await open(page, `/premium/join/${plan.id}`, plan.name)
  })
  await test.step('2.24, 8.6 an unknown path', () => open(page, '/some/where', 'صفحه پیدا نشد'))
})

const MEMBER_ROUTES = [
  ['2.11 pictures of a title', `/screenshots/${TITLE}`, /^تصاویر/],
  ['2.22 the watchlist', '/user/watchlist', 'ذخیره‌شده‌ها'],
  ['2.22 the history', '/user/history', 'تاریخچه'],
  ['2.22 the dashboard', '/user/dashboard', 'سلام، سارا'],
  ['2.22 a new password', '/user/edit-password', 'تغییر گذرواژه'],
  ['2.22 notifications', '/user/notifications', 'اعلان‌ها'],
  ['2.22 requests', '/user/new-request', 'درخواست عنوان'],
  ['2.23 a payment', '/successful-payment', /پرداخت/],
  ['2.23 premium', '/gopremium', /اشتراک/],
  ['2.23 a gift code', '/gift', 'کد هدیه'],
] as const

test('a guest is sent from every member route to sign-in, or to registration after an advertisement', async ({
  page,
  context,
  world,
}) => {
  const paths = [...MEMBER_ROUTES.map(([, path]) => path), '/auth/logout']
  await test.step('4.10 to sign-in', async () => {
    for (const path of paths) {
      await page.goto(path)
      await expect.soft(page, path).toHaveURL(/\/auth\/login/)
    }
  })
  await test.step('4.10 to registration with the referral ad', async () => {
    await context.addCookies([{ name: 'ref', value: 'ad', url: world.appUrl }])
    for (const path of ['/user/watchlist', '/gift']) {
      await page.goto(path)
      await expect.soft(page, path).toHaveURL(/\/auth\/register/)
    }
  })
})

test('a member opens every member route, and each makes its calls', async ({ page, context, world, console }) => {
  // A call that is under way when the session ends is refused.
  console.allow(/401 \(Unauthorized\)/)
  const calls = recordCalls(page, world)
  await openAsMember(page, context, world)
  for (const [name, path, heading] of MEMBER_ROUTES) await test.step(name, () => open(page, path, heading))
  await test.step('1.2, 6.2, 7.18, 7.19, 7.20, 7.21, 7.22, 7.24 the calls of the member routes', async () => {
    for (const call of [
      /^GET \/api\/user\/watchlist\?/,
      /^GET \/api\/user\/history\?/,
      /^GET \/api\/user$/,
      /^GET \/api\/user\/requests/,
      /^GET \/api\/user\/notifications/,
      /^GET \/api\/user\/payment-check$/,
    ])
      await expect.poll(() => calls.some((made) => call.test(made)), String(call)).toBe(true)
  })
  await test.step('2.20 signing out', async () => {
    await page.goto('/auth/logout')
    await expect(page).toHaveURL(/\/$/)
  })
})

test('a title opens when the calls around it fail', async ({ page, world, console }) => {
  console.allow(NETWORK_ERRORS)
  await page.route(/\/(similar|director-titles|topcomments)(\?|$)/, (route) =>
    route.fulfill({
      status: 403,
      json: { message: REFUSAL },
      headers: { 'Access-Control-Allow-Origin': world.appUrl, 'Access-Control-Allow-Credentials': 'true' },
    }),
  )
  await test.step('8.4 failed rows are not shown, and comments show the message', async () => {
    await page.goto(`/titles/${TITLE}/the-godfather`)
    await expect(page.getByRole('heading', { level: 1, name: 'پدرخوانده' })).toBeVisible()
    await expect(page.getByText(REFUSAL)).toHaveCount(1)
    await expect.soft(page.getByRole('heading', { name: /مشابه|آثار دیگر/ })).toHaveCount(0)
  })
})
