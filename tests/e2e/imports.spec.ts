import { expect, NETWORK_ERRORS, rareFilesInCache, register, test, waitForWorker } from './world.ts'

const ROWS = 1_000
const LIST = [
  'Const,Title,Year',
  'tt0068646,The Godfather,1972',
  'tt0903747,Breaking Bad,2008',
  ...Array.from({ length: ROWS - 2 }, (_, at) => `,"Nothing, Like It ${at}",1950`),
].join('\r\n')

test('an import started offline continues after a reload and is sent once online; clearing the device keeps only the app', async ({
  page,
  context,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await register(page)
  await page.goto('/user/dashboard')
  await waitForWorker(page)
  // The reader of CSV files is one of the files that the worker fetches last.
  await expect.poll(() => rareFilesInCache(page)).toBeGreaterThanOrEqual(4)
  // Loads the code of the offline part while online.
  await expect(page.getByLabel('انتخاب فایل CSV')).toBeAttached()
  world.cut()
  await context.setOffline(true)
  const file = { name: 'watchlist.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) }
  await page.getByLabel('انتخاب فایل CSV').setInputFiles(file)
  await expect(page.getByText('۱٬۰۰۰ عنوان در')).toBeVisible()
  await page.getByRole('button', { name: 'وارد کردن', exact: true }).click()
  const report = page.getByRole('article', { name: 'watchlist.csv' })
  await expect(report.getByRole('progressbar')).toHaveAttribute('value', '0')
  await page.reload()
  await expect(report.getByRole('progressbar')).toHaveAttribute('value', '0')

  world.restore()
  await context.setOffline(false)
  await expect(report.getByText('۲ عنوان در ذخیره‌شده‌ها هست')).toBeVisible()
  await expect(report.getByText('دیدن ۹۹۸ عنوانی که پیدا نشد')).toBeVisible()

  await page.getByRole('button', { name: 'پاک کردن این دستگاه…' }).click()
  await page.getByRole('button', { name: 'همه را پاک کن' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('این دستگاه پاک شد')).toBeVisible()
  const left = await page.evaluate(async () => ({
    people: (await indexedDB.databases()).filter(({ name }) => name?.startsWith('parde-user-')),
    token: document.cookie.includes('token='),
  }))
  expect(left).toEqual({ people: [], token: false })
  world.cut()
  await context.setOffline(true)
  await page.goto('/contact')
  await expect(page.getByRole('heading', { name: 'پرسش‌های رایج' })).toBeVisible()
  world.restore()
})
