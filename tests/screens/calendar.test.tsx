import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ComingTitle } from '#contract/titles.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { comingSoon } from '#data/areas/titles.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'
import { formatDate, formatMonth } from '#text/format.ts'

let device: TestDevice
let member: Member
/** The coming title with the nearest day, and one without. */
let soonest: ComingTitle & { releasedAt: string }
let undated: ComingTitle

beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  const list = comingSoon({ type: 'all', page: 1 })
  const page = await list.fetch({})
  await list.store(page)
  const [first] = page.data.flatMap((one) => (one.releasedAt === null ? [] : [{ ...one, releasedAt: one.releasedAt }]))
  soonest = first ?? expect.fail('no coming title has a day')
  undated = page.data.find(({ releasedAt }) => releasedAt === null) ?? expect.fail('every coming title has a day')
})
afterEach(() => device.close())

const save = (card: ComingTitle) => setSaved({ titleId: card.id, saved: true, card })
const table = () => screen.findByRole('table')

test('leads from an empty month to the next release, and from its day to the title, offline', async () => {
  device.goOffline()
  await save(soonest)
  await save(undated)
  const { user } = await openApp('/user/calendar?month=1404-01')
  expect(await screen.findByText('در این ماه چیزی از عنوان‌های شما منتشر نمی‌شود')).toBeDefined()
  expect(within(await table()).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('link', { name: `بعدی: ${formatDate(soonest.releasedAt)}` }))
  expect(await screen.findByRole('table', { name: formatMonth(soonest.releasedAt) })).toBeDefined()
  const day = await within(await table()).findByRole('button', { name: new RegExp(soonest.titleFa) })
  await user.click(day)
  expect(document.activeElement?.id).toBe(`day-${soonest.releasedAt}`)
  const release = screen.getByRole('heading', { name: soonest.titleFa, level: 4 }).closest('a')
  expect(release?.getAttribute('href')).toBe(soonest.path)
  expect(within(screen.getByRole('region', { name: 'تاریخ انتشار نامشخص' })).getByText(undated.titleFa)).toBeDefined()
})

test('goes to the months beside, marks today, and ignores an address that names no month', async () => {
  const { user, router } = await openApp('/user/calendar?month=2026-11')
  const today = await waitFor(() => document.querySelector('[aria-current="date"] time') ?? expect.fail('no today'))
  const name = formatMonth(today.getAttribute('datetime') ?? '')
  expect(await screen.findByRole('heading', { name, level: 2 })).toBeDefined()
  expect(router.state.location.search).toEqual({})
  await user.click(screen.getByRole('link', { name: 'ماه پیش' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name, level: 2 })).toBeNull())
  // The device knows no earlier month.
  expect(screen.queryByRole('link', { name: 'ماه پیش' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'این ماه' }))
  expect(await screen.findByRole('heading', { name, level: 2 })).toBeDefined()
})

test('says how many titles it knows no day of', async () => {
  device.goOffline()
  const { titleFa, titleEn, id, path } = soonest
  await setSaved({
    titleId: 4_000_000,
    saved: true,
    card: { ...soonest, id: 4_000_000, titleFa, titleEn, path: path.replace(String(id), '4000000') },
  })
  await openApp('/user/calendar')
  expect(await screen.findByText(/^تاریخ ۱ عنوان شما هنوز روی این دستگاه نیست/)).toBeDefined()
})

test('turns the reminders on offline, and the server learns of it', async () => {
  const { user } = await openApp('/user/calendar')
  const reminders = await screen.findByRole('switch', { name: 'یادآوری شب پیش' })
  expect(reminders).toHaveProperty('checked', false)
  device.goOffline()
  await user.click(reminders)
  await waitFor(() => expect(reminders).toHaveProperty('checked', true))
  await device.reconnect({ all: true })
  await drainOutbox()
  expect((await member.get('/api/user/notification-settings')).json.data.reminders).toBe(true)
})

test('creates, shows, replaces and deletes the address for calendar programs', async () => {
  const { user } = await openApp('/user/calendar')
  await user.click(await screen.findByRole('button', { name: 'ساختن نشانی' }))
  const shown = async () => (await screen.findByLabelText('نشانی تقویم')).textContent ?? ''
  const first = await shown()
  const statusOf = async (address: string) => (await device.server.request(new URL(address).pathname)).status
  expect(await statusOf(first)).toBe(200)
  const link = screen.getByRole('link', { name: 'افزودن به برنامهٔ تقویم' })
  expect(link.getAttribute('href')).toBe(first.replace(/^http:/, 'webcal:'))
  await user.click(screen.getByRole('button', { name: 'نشانی تازه' }))
  await waitFor(async () => expect(await shown()).not.toBe(first))
  const second = await shown()
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  await user.click(screen.getByRole('button', { name: 'حذف نشانی' }))
  expect(await screen.findByRole('button', { name: 'ساختن نشانی' })).toBeDefined()
  expect(await statusOf(second)).toBe(404)
})

test('says that the address needs a network', async () => {
  device.goOffline()
  await openApp('/user/calendar')
  expect(await screen.findByText('نشانی تقویم به اینترنت نیاز دارد.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'ساختن نشانی' })).toBeNull()
})
