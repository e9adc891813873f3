import type { Page } from '@playwright/test'
import { expect, waitForIdle } from '#tests/e2e/world.ts'
import { addSeriesRule } from './downloads.ts'
import { CARD, comment, DASHBOARD, GODFATHER, type Screen, UNSEEN } from './screen.ts'

const openSync = async (page: Page) => {
  await page
    .getByRole('button', { name: /همگام‌سازی/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()

/** Fills the user's lists, for the dialogs that warn of losing them, and the queue of downloads. */
export async function prepareMember(page: Page) {
  await page.goto('/?order_by=rating')
  await expect(page.locator(CARD).nth(8)).toBeVisible()
  const paths = await page.locator(CARD).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  for (const path of new Set([...paths.slice(-8), GODFATHER])) {
    await page.goto(path)
    await expect(page.locator('section[aria-label="داستان"]')).toBeVisible()
    await waitForIdle(page)
    // The import may have saved this title already.
    if ((await save(page).getAttribute('aria-pressed')) === 'false') await save(page).click()
    await expect(save(page)).toHaveAttribute('aria-pressed', 'true')
  }
  await addSeriesRule(page)
}

/** Screens of the same user offline. */
export const OFFLINE: Screen[] = [
  { name: 'offline-on-device', at: '/on-this-device', ready: '#seen-titles' },
  {
    name: 'offline-on-device-space',
    at: '/on-this-device',
    ready: '#seen-titles',
    down: '[aria-labelledby="storage"]',
  },
  { name: 'offline-home', at: '/', ready: CARD },
  { name: 'offline-list', at: '/?order_by=rating', ready: 'article[data-out-of-reach]', down: 60 },
  {
    name: 'offline-title',
    at: GODFATHER,
    ready: 'section[aria-label="داستان"]',
    async act(page) {
      await save(page).click()
      await expect(save(page)).toHaveAttribute('aria-pressed', 'false')
      await save(page).click()
      await expect(save(page)).toHaveAttribute('aria-pressed', 'true')
    },
  },
  {
    name: 'offline-comment',
    at: GODFATHER,
    ready: '#comments form',
    act: (page) => comment(page, 'موسیقی نینو روتا را هم فراموش نکنیم.'),
    down: '#comments',
  },
  { name: 'watchlist', at: '/user/watchlist', ready: CARD },
  { name: 'offline-history', at: '/user/history', ready: 'main h1' },
  { name: 'sync', at: '/user/watchlist', ready: CARD, act: openSync },
  { name: 'offline-dashboard', at: '/user/dashboard', ready: DASHBOARD },
  {
    name: 'clear',
    at: '/user/dashboard',
    ready: DASHBOARD,
    async act(page) {
      await page.getByRole('button', { name: 'پاک کردن این دستگاه…' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'offline-downloads', at: '/user/downloads', ready: 'main [aria-roledescription]' },
  { name: 'offline-downloads-rules', at: '/user/downloads', ready: '#series-rules', down: '#series-rules' },
  { name: 'unseen', at: '/titles/3/never-seen', ready: UNSEEN },
]
