import { expect, RARE_FILES, rareFilesInCache, register, test, waitForWorker } from './world.ts'

const TITLE = '/titles/68646/the-godfather'

test('a first visit without the rare files opens home, search, titles and saved titles offline, and completes later', async ({
  device,
  world,
}) => {
  const { page } = device
  // The page may load its own chunks; the worker's requests for the rare ones fail.
  world.app.setFaultRule(({ url = '', headers }) =>
    RARE_FILES.test(url) && headers['sec-fetch-dest'] === 'empty' ? 'refuse' : undefined,
  )
  await register(page)
  await waitForWorker(page)
  await page.goto(TITLE)
  const save = page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/user/watchlist')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /پدرخوانده/ })
      .first(),
  ).toBeVisible()
  expect(await rareFilesInCache(page)).toBe(0)

  world.cut()
  await page.goto('/user/watchlist')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /پدرخوانده/ })
      .first(),
  ).toBeVisible()
  await page.goto(TITLE)
  await expect(page.getByRole('heading', { level: 1, name: /پدرخوانده/ })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto('/?order_by=votes&type=all&q=پدرخوانده')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /پدرخوانده/ })
      .first(),
  ).toBeVisible()

  world.app.setFaultRule(undefined)
  world.restore()
  await page.reload()
  await expect.poll(() => rareFilesInCache(page)).toBeGreaterThanOrEqual(4)
})
