import { expect, NETWORK_ERRORS, rareFilesInCache, register, test, waitForWorker } from './world.ts'

const ROWS = 1_000
const LIST = [
  'Const,Title,Year',
  'tt0068646,The Godfather,1972',
  'tt0903747,Breaking Bad,2008',
  ...Array.from({ length: ROWS - 2 }, (_, at) => `,"Nothing, Like It ${at}",1950`),
].join('\r\n')

test('the watched series of a Trakt export are imported with their episodes', async ({ page }) => {
  await register(page)
  await page.goto('/user/dashboard')
  const show = { title: 'Breaking Bad', year: 2008, ids: { imdb: 'tt0903747' } }
  const episodes = [1, 2].map((number) => ({ number, plays: 1, last_watched_at: '2021-01-01T20:00:00.000Z' }))
  const watched = [{ plays: 2, last_watched_at: '2021-01-01T20:00:00.000Z', show, seasons: [{ number: 1, episodes }] }]
  await page.getByLabel('انتخاب فایل فهرست').setInputFiles({
    name: 'watched-shows.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(watched)),
  })
  await expect(page.getByRole('radio', { name: 'تاریخچه' })).toBeChecked()
  await page.getByRole('button', { name: 'وارد کردن', exact: true }).click()
  await expect(page.getByText('۱ عنوان در تاریخچه هست')).toBeVisible()
  await page.goto('/titles/903747/breaking-bad')
  const episode = (number: string) => page.getByRole('button', { name: `قسمت ${number} از فصل ۱ را دیده‌ام` })
  await expect(episode('۲')).toHaveAttribute('aria-pressed', 'true')
  await expect(episode('۳')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('link', { name: /^ادامهٔ پخش/ }).first()).toContainText('فصل ۱، قسمت ۳')
})

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
  await expect(page.getByLabel('انتخاب فایل فهرست')).toBeAttached()
  world.cut()
  await context.setOffline(true)
  const file = { name: 'watchlist.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) }
  await page.getByLabel('انتخاب فایل فهرست').setInputFiles(file)
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
