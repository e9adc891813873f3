import type { Page, Route } from '@playwright/test'
import { RETRY_CAP } from '#contract/limits.ts'
import { unreadableTexts, violationsOf } from './axe.ts'
import { expect, NETWORK_ERRORS, register, test, waitForIdle } from './world.ts'

const GODFATHER = '/titles/68646/the-godfather'
/** Screens with a different layout on a desktop. The others look as on a phone, except for the header, which these cover. */
const DESK = new Set(['/', GODFATHER, '/?q=پدر', '/premium/plans', '/user/notifications', '/titles/68646/files'])
const LOADING_STATUS = 'main [role="status"][aria-label]'

/** Records axe's violations and unreadable texts as soft failures, so that one run reports all of them. */
async function look(page: Page, screen: string) {
  // On a busy machine the network may be idle before the screen has rendered.
  await expect(page.locator('h1').first(), screen).toBeAttached()
  await waitForIdle(page)
  expect.soft(await violationsOf(page), screen).toEqual([])
  expect.soft(await unreadableTexts(page), screen).toEqual([])
}

async function linkOf(page: Page, address: string, start: string): Promise<string> {
  await page.goto(address)
  const link = page.locator(`main a[href^="${start}"]`).first()
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? ''
}

for (const [name, viewport] of [
  ['phone', { width: 360, height: 800 }],
  ['desk', { width: 1280, height: 800 }],
] as const) {
  test.describe(name, () => {
    // No service worker: its precaching would slow every test.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' })

    // Axe ignores what pictures show, and rendering hundreds of them takes longer than the test.
    test.beforeEach(({ page }) =>
      page.route('**/media/**', (route) =>
        route.fulfill({
          path: 'tests/bench/lists/poster.avif',
          contentType: 'image/avif',
          headers: { 'Access-Control-Allow-Origin': '*' },
        }),
      ),
    )

    test('axe finds no violation on the screens of the catalogue', async ({ page, console }) => {
      console.allow(NETWORK_ERRORS)
      for (const address of [
        '/',
        '/tv',
        '/genres/8/drama?order_by=rating',
        '/?genre=999999',
        '/categories',
        '/collections',
        '/comingsoon',
        await linkOf(page, '/collections', '/collections/'),
      ]) {
        if (viewport.width >= 675 && !DESK.has(address)) continue
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await look(page, address)
      }
    })

    test('axe finds no violation on titles, people, search results and sign-in screens', async ({ page, console }) => {
      console.allow(NETWORK_ERRORS)
      for (const address of [
        GODFATHER,
        '/titles/903747/breaking-bad',
        await linkOf(page, GODFATHER, '/people/director/'),
        await linkOf(page, GODFATHER, '/people/actor/'),
        '/?q=پدر',
        '/?q=zzzzqqqq',
        '/auth/login',
        '/auth/register',
        '/auth/forgot-password',
        '/auth/reset-password/token?email=sara%40parde.example',
        '/auth/confirm-email/token',
        '/telegram-app',
        '/contact',
        '/premium/plans',
        '/premium/plans/2',
        '/premium/join/2',
        '/no/such/page',
      ]) {
        if (viewport.width >= 675 && !DESK.has(address)) continue
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(page, address)
      }
    })

    test('axe finds no violation in dialogs and menus', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'جستجو' }).first().click()
      await page.getByRole('combobox').fill('پدر')
      await expect(page.getByRole('option').first()).toBeVisible()
      await look(page, 'search')
      await page.getByRole('combobox').fill('zzzzqqqq')
      await expect(page.getByText('متاسفانه موردی یافت نشد')).toBeVisible()
      await look(page, 'search without an answer')
      await page.goto('/?order_by=votes')
      await page.getByRole('button', { name: 'پررأی‌ترین' }).click()
      await expect(page.getByRole('link', { name: 'بالاترین امتیاز' })).toBeVisible()
      await look(page, 'choice of order')
      if (viewport.width >= 675) return
      await page.goto('/')
      await page.getByRole('button', { name: 'منو' }).first().click()
      await expect(page.getByRole('dialog', { name: 'منوی اصلی' })).toBeVisible()
      await look(page, 'menu')
    })

    test('axe finds no violation on the screens of a member', async ({ page, console }) => {
      console.allow(NETWORK_ERRORS)
      await register(page)
      await page.goto('/user/watchlist')
      await look(page, 'empty watchlist')
      await page.goto('/user/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page, 'dashboard')
      await page.getByRole('button', { name: 'پاک کردن این دستگاه…' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page, 'clearing the device')
      await page.goto('/user/edit-password')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page, 'change of the password')
      for (const address of [
        '/user/account',
        '/user/new-request',
        '/user/notifications',
        '/user/history',
        '/user/calendar',
        '/gopremium',
        '/gift',
        '/premium/join/2?payment=cancelled',
        '/successful-payment',
        '/user/downloads',
        '/screenshots/68646',
        '/titles/68646/files',
      ]) {
        if (viewport.width >= 675 && !DESK.has(address)) continue
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(page, address)
      }
      if (viewport.width < 675) {
        await page
          .getByRole('button', { name: /^دانلود در برنامه: / })
          .first()
          .click()
        await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
        await look(page, 'the download sheet')
        await page.goto('/screenshots/68646?shot=2')
        await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible()
        await look(page, 'large picture')
      }
      await page.goto(GODFATHER)
      const save = page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
      await save.click()
      await expect(save).toHaveAttribute('aria-pressed', 'true')
      await page.goto('/user/watchlist')
      await expect(page.locator(`main a[href="${GODFATHER}"]`).first()).toBeVisible()
      await look(page, 'watchlist')
      await page
        .getByRole('button', { name: /همگام‌سازی/ })
        .first()
        .click()
      // The pause button of the offline pack is hidden until its progress is known.
      await expect(page.getByRole('dialog').getByText('۰ از ۱ آمادهٔ آفلاین')).toBeVisible()
      await look(page, 'sync sheet')
    })

    // Placeholders are the same at every width.
    if (viewport.width >= 675) return
    // A title page has its head at once; only the parts below load and can show a placeholder.
    const screens = ['/?order_by=votes', '/categories', '/collections', '/comingsoon']

    for (const [state, paths, answer, selector] of [
      ['is loading', [...screens, GODFATHER], () => undefined, LOADING_STATUS],
      [
        'failed to load',
        screens,
        (route: Route) => route.fulfill({ status: 500, body: '' }),
        'text=مشکلی در انجام فرایند پیش آمده است',
      ],
      [
        'is not stored on the device',
        screens,
        (route: Route) => route.abort(),
        'text=این صفحه هنوز روی دستگاه شما ذخیره نشده است',
      ],
    ] as const) {
      test(`axe finds no violation on a screen that ${state}`, async ({ page, console, world }) => {
        console.allow(NETWORK_ERRORS)
        await page.route(({ href }) => href.startsWith(`${world.apiUrl}/api/`), answer)
        if (state !== 'is loading') await page.clock.install()
        for (const path of paths) {
          await page.goto(path)
          // Skips the app's retry delay.
          await expect
            .poll(async () => {
              if (state !== 'is loading') await page.clock.fastForward(RETRY_CAP)
              return page.locator(selector).count()
            })
            .toBeGreaterThan(0)
          expect.soft(await violationsOf(page), path).toEqual([])
        }
      })
    }
  })
}
