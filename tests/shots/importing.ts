import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/world.ts'
import { DASHBOARD, type Screen } from './screen.ts'

const IMPORT = '#import'
const LIST =
  'Const,Title,Year\ntt0068646,The Godfather,1972\n,Nothing Like It,1950\n,Another One That Is Not Here,1961\n'

async function chooseList(page: Page, text = LIST) {
  const file = { name: 'watchlist.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('انتخاب فایل فهرست').setInputFiles(file)
  await expect(page.locator(`${IMPORT} [role="status"], ${IMPORT} [role="alert"]`).first()).toBeVisible()
}

/** The import of a list in the dashboard. */
export const IMPORTING: Screen[] = [
  {
    name: 'import-found',
    at: '/user/dashboard',
    ready: DASHBOARD,
    act: (page) => chooseList(page),
    down: IMPORT,
  },
  {
    name: 'import-wrong',
    at: '/user/dashboard',
    ready: DASHBOARD,
    act: (page) => chooseList(page, '<p>'),
    down: IMPORT,
  },
  {
    name: 'import-how',
    at: '/user/dashboard',
    ready: DASHBOARD,
    act: async (page) => {
      await chooseList(page, '{}')
      await page.getByText('فایل را از کجا بگیرم؟').click()
    },
    down: IMPORT,
  },
  {
    name: 'import-done',
    at: '/user/dashboard',
    ready: DASHBOARD,
    async act(page) {
      await chooseList(page)
      await page.getByRole('button', { name: 'وارد کردن', exact: true }).click()
      await page
        .getByText(/پیدا نشد/)
        .first()
        .click()
    },
    down: IMPORT,
  },
]
