import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ComingTitle } from '#contract/titles.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import { daysLeft } from '#text/comingSoon.ts'
import { formatMonth } from '#text/format.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

async function comingTitles(query = ''): Promise<ComingTitle[]> {
  const { json } = await device.server.createGuest().get(`/api/titles/comingsoon${query}`)
  return json.data
}
async function itemOf(title: ComingTitle | undefined): Promise<HTMLElement> {
  const name = await screen.findByRole('heading', { level: 3, name: title?.titleFa ?? 'none' })
  const item = name.closest('article')
  if (!item) throw new Error('no item around the heading')
  return item
}

test('lists upcoming titles under their Persian month with the remaining days', async () => {
  const [first] = await comingTitles()
  await openApp('/comingsoon')
  const item = await itemOf(first)
  const day = first?.releasedAt ?? ''
  expect(within(item).getByText(daysLeft(day, Date.now()))).toBeDefined()
  const month = screen.getByRole('region', { name: formatMonth(day) })
  expect(month.contains(item)).toBe(true)
})

test('filters films and series by the address', async () => {
  const series = await comingTitles('?type=series')
  const { user, currentHref } = await openApp('/comingsoon?type=Nonsense&page=-3')
  expect(currentHref()).toBe('/comingsoon')
  const filters = within(await screen.findByRole('navigation', { name: 'فیلترها' }))
  await user.click(filters.getByRole('link', { name: 'سریال' }))
  await waitFor(() => expect(currentHref()).toBe('/comingsoon?type=series'))
  await itemOf(series[0])
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(series.length))
})

test('saves a reminder made offline at once and sends it when the network returns', async () => {
  const member = await device.registerMember()
  const [first] = await comingTitles()
  const { user } = await openApp('/comingsoon')
  const reminder = within(await itemOf(first)).getByRole('button', { name: 'خبرم کن' })
  await waitFor(() => expect(reminder.getAttribute('aria-pressed')).toBe('false'))
  device.disconnect()
  await user.click(reminder)
  await waitFor(() => expect(reminder.getAttribute('aria-pressed')).toBe('true'))
  device.goOnline()
  await drainOutbox()
  await waitFor(async () => expect(await savedOnServer(member)).toEqual([first?.id]))
})

test('redirects a guest who sets a reminder to sign-in and back', async () => {
  const [first] = await comingTitles()
  const { user, currentHref } = await openApp('/comingsoon')
  await user.click(within(await itemOf(first)).getByRole('button', { name: 'خبرم کن' }))
  await waitFor(() => expect(currentHref()).toContain('/auth/login?'))
  expect(new URLSearchParams(currentHref().split('?')[1]).get('redirect')).toBe('/comingsoon')
})

test('shows cached titles while offline and reports a list that was never opened', async () => {
  const [first] = await comingTitles()
  const online = await openApp('/comingsoon')
  await itemOf(first)
  online.close()
  device.disconnect()
  const again = await openApp('/comingsoon')
  expect(await itemOf(first)).toBeDefined()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
  again.close()
  await openApp('/comingsoon?type=series')
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})

test.each([
  ['2026-11-21', 'امروز'],
  ['2026-11-22', 'فردا'],
  ['2026-12-18', '۲۷ روز مانده'],
  ['2026-11-20', 'همین روزها'],
  ['someday', 'همین روزها'],
])('on the evening of 2026-11-21 describes %s as %s', (day, words) => {
  expect(daysLeft(day, new Date('2026-11-21T23:30:00').getTime())).toBe(words)
})
