import { expect, test } from './world.ts'

test.use({ viewport: { width: 1920, height: 1000 } })

test('shelves and other sections of a title begin at the same edge on a wide screen', async ({ page }) => {
  await page.goto('/titles/68646/the-godfather')
  const edgeOf = async (name: string) => {
    const box = await page.getByRole('main').getByRole('heading', { level: 2, name }).boundingBox()
    return box && Math.round(box.x + box.width)
  }
  // The loaded shelf replaces its placeholder together with the heading.
  await expect(page.getByRole('region', { name: 'عنوان‌های مشابه' }).getByRole('link').first()).toBeVisible()
  expect(await edgeOf('عنوان‌های مشابه')).toBe(await edgeOf('نظرها'))
})

test('the foot of the page leads to downloads and to the titles of the device', async ({ page }) => {
  await page.goto('/')
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'دانلودها' })).toHaveAttribute('href', '/user/downloads')
  await foot.getByRole('link', { name: 'عنوان‌های این دستگاه' }).click()
  await expect(page).toHaveURL('/on-this-device')
})
