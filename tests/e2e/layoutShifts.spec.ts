import type { Page } from '@playwright/test'
import { someNews } from '#tests/shots/storedRows.ts'
import { expectNoShift, type HeldResources, holdResources, watchShifts } from './layoutShifts.ts'
import { callAsOtherDevice, expect, NETWORK_ERRORS, register, test, waitForIdle } from './world.ts'

// From the second page on the worker serves cached fonts, which the test could not hold.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ console }) => console.allow(NETWORK_ERRORS))

const CARD = 'main article a[href^="/titles/"]'
const STORY = 'section[aria-label="داستان"]'
const GODFATHER = '/titles/68646/the-godfather'
const firstOf = async (page: Page, start: string) =>
  (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? ''

/** Opens a screen while fonts and pictures are held, releases them, and expects no layout shift. */
async function expectStill(page: Page, slow: HeldResources, path: string, selector: string) {
  slow.hold()
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator(selector).first(), path).toBeVisible()
  await expect.poll(() => slow.heldKinds().has('font'), path).toBe(true)
  // The screen has been painted without them.
  await painted(page)
  // The font consists of several files, each of which repaints the text.
  slow.releaseMatching('estedad-persian')
  await page.waitForFunction(() =>
    [...document.fonts].some((one) => one.family === 'Estedad' && one.status === 'loaded'),
  )
  await painted(page)
  slow.release()
  await page.evaluate(async () => void (await document.fonts.ready))
  await waitForIdle(page)
  await expectNoShift(page, path)
}

/** Waits until the current content has been painted. */
function painted(page: Page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

for (const [name, width] of [
  ['phone', 360],
  ['desk', 1280],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a catalogue screen has no layout shift while its pictures and fonts load late', async ({ page }) => {
      await watchShifts(page)
      const slow = await holdResources(page)
      for (const path of ['/', '/?type=series&order_by=votes', '/genres/8/drama', '/?q=پدر', '/tv'])
        await expectStill(page, slow, path, CARD)
      const paths = await page.locator(CARD).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
      for (const path of [paths[0] ?? '', paths.at(-1) ?? '']) await expectStill(page, slow, path, STORY)
      await expectStill(page, slow, '/categories', 'main a[href^="/genres/"]')
      await expectStill(page, slow, '/comingsoon', 'main a[href^="/titles/"]')
      await expectStill(page, slow, '/collections', 'main a[href^="/collections/"]')
      await expectStill(page, slow, await firstOf(page, '/collections/'), 'main a[href^="/titles/"]')
      await expectStill(page, slow, GODFATHER, STORY)
      await expect(page.locator('main a[href^="/people/actor/"]').first()).toBeVisible()
      const people = [await firstOf(page, '/people/director/'), await firstOf(page, '/people/actor/')]
      for (const path of people) await expectStill(page, slow, path, 'main a[href^="/titles/"]')
      // A click opens the title with only its card known; the rest fills reserved space.
      await expectStill(page, slow, GODFATHER, STORY)
      await page.locator('main a[href^="/people/actor/"]').nth(1).click()
      await expect(page).toHaveURL(/people/)
      await expect(page.locator(CARD).first()).toBeVisible()
      await waitForIdle(page)
      await expectNoShift(page, 'a person from a title')
    })

    test('the screens around the catalogue have no layout shift', async ({ page }) => {
      await watchShifts(page)
      const slow = await holdResources(page)
      for (const [path, selector] of [
        ['/titles/68646/files', 'main li a[href^="/watch/"]'],
        ['/premium/plans', 'main article'],
        ['/premium/plans/2', 'main ul li'],
        ['/auth/login', 'main form'],
        ['/auth/register', 'main form'],
        ['/auth/forgot-password', 'main form'],
        ['/auth/reset-password/token?email=sara%40parde.example', 'main form'],
        ['/contact', 'main details'],
        ['/on-this-device', '#seen-titles, main [role="status"], main h1'],
        ['/watch/tt0068646/68646', 'video'],
      ] as const) {
        await expectStill(page, slow, path, selector)
      }
    })

    test('a member’s screens have no layout shift while pictures and fonts load late', async ({ page, world }) => {
      await page.goto('/')
      const ids = await page
        .locator(CARD)
        .evaluateAll((all) => [...new Set(all.map((one) => Number(one.getAttribute('href')?.split('/')[2])))])
      await register(page)
      for (const id of ids.slice(0, 8)) {
        await callAsOtherDevice(page.context(), world, `/api/user/watchlist/${id}`, { saved: true })
        await callAsOtherDevice(page.context(), world, `/api/user/history/${id}`, { position: 1800, duration: 6000 })
      }
      await callAsOtherDevice(page.context(), world, '/api/user/request', { name: 'نفس عمیق', type: 'movie' })
      // Rows that arrive during the test would rightly move those that are shown.
      for (const path of ['/user/watchlist', '/user/history']) {
        await page.goto(path)
        // The newest change arrives last.
        await expect(page.locator(`main a[href^="/titles/${ids[7]}/"]`).first(), path).toBeAttached()
      }
      // The home page stores that there is a row "continue watching", for which the dashboard then reserves space.
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'ادامهٔ تماشا' })).toBeVisible()
      await watchShifts(page)
      const slow = await holdResources(page)
      for (const [path, selector] of [
        ['/user/watchlist', CARD],
        ['/user/history', 'main a[href^="/titles/"]'],
        ['/user/calendar', 'main table'],
        ['/user/new-request', 'main form'],
        ['/user/dashboard', '[aria-label="فهرست‌های من"]'],
        ['/user/downloads', 'main h1'],
        ['/user/edit-password', 'main form'],
        ['/screenshots/68646', 'main a[aria-haspopup="dialog"]'],
        ['/on-this-device', 'main h1'],
      ] as const) {
        await expectStill(page, slow, path, selector)
      }
      await someNews('/user/notifications')(page)
      await expectStill(page, slow, '/user/notifications', 'main li')
    })

    test('the downloads screen has no layout shift when the battery’s state is known late', async ({ page }) => {
      await register(page)
      await watchShifts(page)
      await page.addInitScript(() => {
        const known = new Promise((done) => addEventListener('test-battery', done, { once: true }))
        const reported = navigator as unknown as { getBattery: () => Promise<unknown> }
        const read = reported.getBattery.bind(navigator)
        reported.getBattery = () => known.then(read)
      })
      await page.goto('/user/downloads')
      await expect(page.getByRole('heading', { name: 'دانلودها' })).toBeVisible()
      await waitForIdle(page)
      await painted(page)
      await page.evaluate(() => dispatchEvent(new Event('test-battery')))
      await expect(page.getByRole('switch').first()).toBeVisible()
      await painted(page)
      await expectNoShift(page, '/user/downloads')
    })
  })
}
