import { expect, register, test, waitForWorker } from './world.ts'

test('a user buys a plan at the gateway and sees the receipt, offline too', async ({
  page,
  context,
  world,
  console: errors,
}) => {
  errors.allow(/Failed to load resource|net::ERR_/)
  await register(page)
  await page.goto('/premium/plans')
  await page.getByRole('link', { name: 'خرید اشتراک سه‌ماهه' }).click()
  await page.getByRole('button', { name: /^پرداخت/ }).click()
  await expect(page.getByRole('heading', { name: 'درگاه پرداخت آزمایشی' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(world.apiUrl)

  await page.goBack()
  await expect(page.getByRole('button', { name: /^پرداخت/ })).toBeEnabled()
  await page.getByRole('button', { name: /^پرداخت/ }).click()
  await page.getByRole('button', { name: 'انصراف' }).click()
  await expect(page.getByText(/^پرداخت انجام نشد و پولی/)).toBeVisible()

  await page.getByRole('button', { name: /^پرداخت/ }).click()
  await page.getByRole('button', { name: 'پرداخت', exact: true }).click()
  await expect(page).toHaveURL(/\/successful-payment$/)
  await expect(page.getByRole('heading', { level: 1, name: 'پرداخت موفق' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('check-until'))).toBeNull()

  await waitForWorker(page)
  world.cut()
  await context.setOffline(true)
  await page.goto('/successful-payment')
  await expect(page.getByRole('region', { name: 'رسید' })).toContainText('۲۲۹٬۰۰۰')
  await context.setOffline(false)
  world.restore()
})
