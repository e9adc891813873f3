import { expect, waitForIdle } from '#tests/e2e/world.ts'
import { BUYING } from './buying.ts'
import { CALENDAR } from './calendar.ts'
import { DOWNLOADING } from './downloads.ts'
import { IMPORTING } from './importing.ts'
import { comment, DASHBOARD, GODFATHER, HEADING, type Screen } from './screen.ts'
import { someNews } from './storedRows.ts'
import { WATCHED } from './watched.ts'

const SHOT = 'main a[aria-haspopup="dialog"]'

/** Screens of a newly registered user. */
export const MEMBER: Screen[] = [
  { name: 'watchlist-empty', at: '/user/watchlist', ready: 'main a:has-text("مرور فیلم‌ها")' },
  { name: 'history-empty', at: '/user/history', ready: 'main svg' },
  { name: 'request', at: '/user/new-request?name=The+Fall', ready: 'main form' },
  {
    name: 'requests',
    at: '/user/new-request',
    ready: 'main form',
    async act(page) {
      await page.getByLabel('نام').first().fill('نفس عمیق')
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('main li').filter({ hasText: 'نفس عمیق' }).first()).toBeVisible()
    },
  },
  { name: 'notifications', at: '/user/notifications', ready: HEADING, act: async (page) => waitForIdle(page) },
  { name: 'news', at: someNews('/user/notifications'), ready: 'main li' },
  {
    name: 'push-settings',
    at: '/user/notifications',
    ready: '#push-settings',
    act: async (page) => {
      await page.getByRole('switch', { name: 'ساعت‌های سکوت' }).click()
      await expect(page.getByRole('combobox', { name: 'شروع سکوت' })).toBeVisible()
    },
    down: '#push-settings',
  },
  { name: 'dashboard', at: '/user/dashboard', ready: DASHBOARD },
  { name: 'dashboard-data', at: '/user/dashboard', ready: DASHBOARD, down: '#import' },
  ...CALENDAR,
  ...IMPORTING,
  ...BUYING,
  {
    name: 'edit-password',
    at: '/user/edit-password',
    ready: HEADING,
    async act(page) {
      await page.getByLabel('گذرواژهٔ تازه', { exact: true }).fill('seven horses')
      await page.getByRole('button', { name: 'تغییر گذرواژه' }).click()
    },
  },
  { name: 'account', at: '/user/account', ready: HEADING },
  { name: 'account-end', at: '/user/account', ready: HEADING, down: '#deletion-title' },
  { name: 'delete-account', at: '/user/delete-account', ready: HEADING },
  {
    name: 'delete-account-confirm',
    at: '/user/delete-account',
    ready: HEADING,
    async act(page) {
      await page.getByRole('button', { name: 'ادامه بدون دریافت' }).click()
      await page.getByRole('button', { name: 'حذف همیشگی حساب' }).click()
    },
  },
  { name: 'devices', at: '/user/dashboard', ready: '#devices-title', down: '#devices-title' },
  { name: 'user-metrics', at: '/on-this-device', ready: '#user-metrics', down: '#user-metrics' },
  { name: 'passkeys', at: '/user/dashboard', ready: '#passkeys-title', down: '#passkeys-title' },
  ...DOWNLOADING,
  { name: 'screenshots', at: '/screenshots/68646', ready: SHOT },
  {
    name: 'screenshots-large',
    at: '/screenshots/68646?shot=2',
    ready: '[role="dialog"] img',
    // Opens the picture list first, since the server renders pictures on their first request.
    act: async (page) => expect(page.locator('.yarl__slide_current img')).toBeVisible(),
  },
  ...WATCHED,
  {
    name: 'comment-sent',
    at: GODFATHER,
    ready: '#comments form',
    act: (page) => comment(page, 'بهترین فیلمی که دربارهٔ خانواده ساخته شده؛ هر بار چیز تازه‌ای در آن پیدا می‌کنم.'),
    down: '#comments',
  },
]
