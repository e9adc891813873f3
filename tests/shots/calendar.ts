import { expect } from '#tests/e2e/world.ts'
import type { Screen } from './screen.ts'

/** The calendar before and after some coming titles were saved. */
export const CALENDAR: Screen[] = [
  { name: 'calendar-empty', at: '/user/calendar', ready: 'main table' },
  {
    name: 'calendar',
    at: '/comingsoon',
    ready: 'main article',
    async act(page) {
      const bells = page.getByRole('main').getByRole('button', { name: 'خبرم کن' })
      for (const at of [0, 1, 2]) {
        await bells.nth(at).click()
        await expect(bells.nth(at)).toHaveAttribute('aria-pressed', 'true')
      }
      await page.goto('/user/calendar')
      const next = page.getByRole('link', { name: /^بعدی/ })
      const day = page.getByRole('table').getByRole('button').first()
      await expect(next.or(day).first()).toBeVisible()
      if (!(await day.isVisible())) await next.click()
      await expect(day).toBeVisible()
    },
  },
  {
    name: 'calendar-address',
    at: '/user/calendar',
    ready: 'main table',
    async act(page) {
      await page.getByRole('button', { name: 'ساختن نشانی' }).click()
      await expect(page.getByRole('link', { name: 'افزودن به برنامهٔ تقویم' })).toBeVisible()
    },
    down: 'main output',
  },
]
