import { expectNoShift, resetShifts, watchShifts } from './layoutShifts.ts'
import { expect, NETWORK_ERRORS, test, waitForIdle } from './world.ts'

const SCREENS = [
  { name: 'phone', width: 360, height: 800 },
  { name: 'desk', width: 1280, height: 800 },
]

for (const { name, width, height } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } })

    test('a guest finds a film by its Persian and English name and reads its page', async ({ page }) => {
      await watchShifts(page)
      await page.goto('/')
      await expect(page).toHaveTitle(/پرده/)
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      await waitForIdle(page)
      await expectNoShift(page, page.url())

      await page.getByRole('button', { name: 'جستجو' }).first().click()
      await page.getByRole('combobox').fill('پدر')
      await expect(page.getByRole('option', { name: /پدرخوانده/ }).first()).toBeVisible()
      await expect(page.getByRole('option').first()).toContainText('پدر')

      await page.getByRole('combobox').fill('godfather')
      await expect(page.getByRole('option').first()).toContainText('The Godfather')
      // The server's results move those of the device.
      await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
      await waitForIdle(page)
      await resetShifts(page)
      await page.getByRole('combobox').press('ArrowDown')
      await page.getByRole('combobox').press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('پدرخوانده')
      await expect(page.getByText('فرانسیس فورد کاپولا').first()).toBeVisible()
      await waitForIdle(page)
      await expectNoShift(page, page.url())
    })

    test('Enter opens the search results, and a search without results says so', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'جستجو' }).first().click()
      await page.getByRole('combobox').fill('پدرخوانده')
      await page.getByRole('combobox').press('Enter')
      await expect(page).toHaveURL(/order_by=votes&type=all&q=/)
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: /پدرخوانده/ })
          .first(),
      ).toBeVisible()

      await page.goto('/?q=zzzzzzzzqqq')
      await expect(page.getByText('متاسفانه موردی یافت نشد')).toBeVisible()
    })

    test('no screen scrolls horizontally', async ({ page, console }) => {
      // The server answers an unknown address with 404 until the worker controls the page.
      console.allow(NETWORK_ERRORS)
      for (const path of [
        '/',
        '/?q=پدر',
        '/tv',
        '/genres/8/drama',
        '/categories',
        '/collections',
        '/comingsoon',
        '/titles/68646/the-godfather',
        '/auth/login',
        '/nowhere',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, path).toBeLessThanOrEqual(0)
      }
    })
  })
}

test('the address holds page and filters, and back restores them', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.goto('/?type=series&order_by=rating')
  const first = page.getByRole('main').getByRole('link', { name: /./ }).first()
  await expect(first).toBeVisible()
  await page.goto('/?page=2')
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page).toHaveURL(/type=series/)
})
