import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())
const tileList = () => screen.findByRole('list', { name: 'دسته‌بندی‌ها' })

test('shows a tile with name and title count for each genre and links to its page', async () => {
  const { json } = await device.server.createGuest().get('/api/genres')
  const { user, currentHref } = await openApp('/categories')
  const links = within(await tileList()).getAllByRole('link')
  expect(links).toHaveLength(json.data.length)
  expect(links[0]?.textContent).toContain(json.data[0].titleFa)
  expect(links[0]?.textContent).toContain(`${new Intl.NumberFormat('fa-IR').format(json.data[0].count)} عنوان`)
  await user.click(within(await tileList()).getByRole('link', { name: /درام/ }))
  await waitFor(() => expect(currentHref()).toBe('/genres/8/drama'))
})

test('shows cached tiles with their age while offline and dims genres that were never opened', async () => {
  const first = await openApp('/categories')
  await tileList()
  first.close()
  const second = await openApp('/genres/8/drama')
  await screen.findByRole('navigation', { name: 'صفحه‌بندی' })
  second.close()
  device.disconnect()
  await openApp('/categories')
  expect(await screen.findByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
  const links = within(await tileList()).getAllByRole('link')
  await waitFor(() => expect(links.filter((link) => !link.hasAttribute('data-out-of-reach'))).toHaveLength(1))
  expect(
    within(await tileList())
      .getByRole('link', { name: /درام/ })
      .hasAttribute('data-out-of-reach'),
  ).toBe(false)
})

test('reports while offline that the screen was never opened', async () => {
  device.disconnect()
  await openApp('/categories')
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})
