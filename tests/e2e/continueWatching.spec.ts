import { callAsOtherDevice, expect, register, test } from './world.ts'

const GODFATHER = 68646

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })

test('a tap hides a card of "continue watching", and the title stays in the history', async ({
  context,
  page,
  world,
}) => {
  await register(page)
  const call = (path: string, body?: object) => callAsOtherDevice(context, world, path, body)
  await call(`/api/user/history/${GODFATHER}`, { position: 1800, duration: 10_500 })
  await page.goto('/')
  const row = page.getByRole('region', { name: 'ادامهٔ تماشا' })
  const hide = row.getByRole('button', { name: /^پنهان کردن «/ })
  await expect(hide).toBeVisible()
  await expect(hide.locator('..')).toHaveCSS('opacity', '1')
  const [target, poster] = [await hide.boundingBox(), await row.locator('[data-poster]').boundingBox()]
  expect(target?.width).toBeGreaterThanOrEqual(44)
  expect(target?.height).toBeGreaterThanOrEqual(44)
  // The icon is below the poster's lettering.
  const icon = await hide.locator('svg').boundingBox()
  expect(icon?.y).toBeGreaterThanOrEqual((poster?.y ?? 0) + (poster?.height ?? 0))

  await hide.tap()
  await expect(row).toHaveCount(0)
  await expect.poll(async () => (await call('/api/user/history')).data[0].hidden).toBe(true)
  await page.getByRole('button', { name: 'بازگردانی' }).tap()
  await expect(row).toBeVisible()
  await expect.poll(async () => (await call('/api/user/history')).data[0].hidden).toBe(false)
})
