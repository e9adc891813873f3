import { expect, waitForIdle } from '#tests/e2e/world.ts'
import { BUYING } from './buying.ts'
import { DOWNLOADING } from './downloads.ts'
import { IMPORTING } from './importing.ts'
import { comment, DASHBOARD, GODFATHER, HEADING, type Screen } from './screen.ts'
import { someNews } from './storedRows.ts'
import { WATCHED } from './watched.ts'

const SHOT = 'main a[aria-haspopup="dialog"]'

/** Screens of a newly registered user. */
export const MEMBER: Screen[] = [
  { name: 'watchlist-empty', at: '/user/watchlist', stands: 'main a:has-text("مرور فیلم‌ها")' },
  { name: 'history-empty', at: '/user/history', stands: 'main svg' },
  { name: 'request', at: '/user/new-request?name=The+Fall', stands: 'main form' },
  {
    name: 'requests',
    at: '/user/new-request',
    stands: 'main form',
    async act(page) {
      await page.getByLabel('نام').first().fill('نفس عمیق')
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('main li').filter({ hasText: 'نفس عمیق' }).first()).toBeVisible()
    },
  },
  { name: 'notifications', at: '/user/notifications', stands: HEADING, act: async (page) => waitForIdle(page) },
  { name: 'news', at: someNews('/user/notifications'), stands: 'main li' },
  {
    name: 'push-settings',
    at: '/user/notifications',
    stands: '#push-settings',
    act: async (page) => {
      await page.getByRole('switch', { name: 'ساعت‌های سکوت' }).click()
      await expect(page.getByRole('combobox', { name: 'شروع سکوت' })).toBeVisible()
    },
    down: '#push-settings',
  },
  { name: 'dashboard', at: '/user/dashboard', stands: DASHBOARD },
  { name: 'dashboard-data', at: '/user/dashboard', stands: DASHBOARD, down: '#import' },
  ...IMPORTING,
  ...BUYING,
  {
    name: 'edit-password',
    at: '/user/edit-password',
    stands: HEADING,
    async act(page) {
      await page.getByLabel('گذرواژهٔ تازه', { exact: true }).fill('seven horses')
      await page.getByRole('button', { name: 'تغییر گذرواژه' }).click()
    },
  },
  { name: 'devices', at: '/user/dashboard', stands: '#devices-title', down: '#devices-title' },
  ...DOWNLOADING,
  { name: 'screenshots', at: '/screenshots/68646', stands: SHOT },
  {
    name: 'screenshots-large',
    at: '/screenshots/68646?shot=2',
    stands: '[role="dialog"] img',
    // Opens the picture list first, since the server renders pictures on their first request.
    act: async (page) => expect(page.locator('.yarl__slide_current img')).toBeVisible(),
  },
  ...WATCHED,
  {
    name: 'comment-sent',
    at: GODFATHER,
    stands: '#comments form',
    act: (page) => comment(page, 'بهترین فیلمی که دربارهٔ خانواده ساخته شده؛ هر بار چیز تازه‌ای در آن پیدا می‌کنم.'),
    down: '#comments',
  },
]
