import { violationsOf } from './axe.ts'
import { expect, register, test, waitForIdle, waitForWorker } from './world.ts'

test('a title announced and saved offline is in the calendar, also after a killed browser, and in the calendar file', async ({
  device,
  world,
}) => {
  await register(device.page)
  await waitForWorker(device.page)
  await device.page.goto('/user/calendar')
  const address = device.page.getByLabel('نشانی تقویم')
  await device.page.getByRole('button', { name: 'ساختن نشانی' }).click()
  const file = (await address.textContent()) ?? ''
  await device.page.goto('/comingsoon')
  const announced = device.page.getByRole('article').first()
  const name = (await announced.getByRole('heading').textContent()) ?? ''
  await waitForIdle(device.page)

  world.cut()
  await announced.getByRole('button', { name: 'خبرم کن' }).click()
  await expect(announced.getByRole('button', { name: 'خبرم کن' })).toHaveAttribute('aria-pressed', 'true')
  await device.page.getByRole('link', { name: 'تقویم من' }).click()
  const days = () => device.page.getByRole('table').getByRole('button')
  const next = () => device.page.getByRole('link', { name: /^بعدی/ })
  await expect(days().or(next()).first()).toBeVisible()
  if (await next().isVisible()) await next().click()
  await expect(days()).toHaveCount(1)
  await device.kill()
  await device.restart()
  await device.page.goto(`/user/calendar${new URL(device.page.url()).search}`)
  await expect(days().or(next()).first()).toBeVisible()
  if (await next().isVisible()) await next().click()
  await days().click()
  await expect(device.page.locator(':focus').getByText(/مانده$|^فردا$|^امروز$/)).toBeVisible()
  await expect(device.page.getByRole('heading', { name, exact: true })).toBeVisible()

  world.restore()
  await device.page.reload()
  await expect.poll(async () => (await fetch(file)).text()).toContain('BEGIN:VEVENT')
  expect((await (await fetch(file)).text()).replaceAll('\r\n ', '')).toContain(name)
  await waitForIdle(device.page)
  expect(await violationsOf(device.page)).toEqual([])
})
