import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'

import { notify as sendNotification } from '#server/notifications/notify.ts'

import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { expectListStates } from '#tests/harness/fixtures/listStates.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let observers: { seen: (elements: Element[]) => void }[]
const realObserver = globalThis.IntersectionObserver

beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  observers = []
  // jsdom has no IntersectionObserver: the test reports visible elements.
  globalThis.IntersectionObserver = class {
    constructor(private readonly callback: IntersectionObserverCallback) {
      observers.push(this)
    }
    seen(elements: Element[]) {
      const entries = elements.map((target) => ({ target, isIntersecting: true }) as IntersectionObserverEntry)
      this.callback(entries, this as unknown as IntersectionObserver)
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver
})
afterEach(async () => {
  globalThis.IntersectionObserver = realObserver
  await device.close()
})

async function sendNotifications(...titles: string[]) {
  for (const [at, title] of titles.entries()) {
    const clock = () => new Date(Date.now() - 60_000 + at * 1000)
    await sendNotification({ database: device.server.database, clock }, member.id, { kind: 'other', title })
  }
}
const unreadList = () => screen.findByRole('list', { name: 'تازه' })
const readOnServer = async () =>
  (await member.get('/api/user/notifications?per_page=100')).json.data
    .filter(({ readAt }: { readAt: string | null }) => readAt !== null)
    .map(({ title }: { title: string }) => title)

test('lists unread notifications first and marks them read once they were visible', async () => {
  await sendNotifications('یک', 'دو')
  await openApp('/user/notifications')
  const items = within(await unreadList()).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([expect.stringContaining('دو'), expect.stringContaining('یک')])
  expect(screen.getByText('۲ اعلان خوانده‌نشده')).toBeDefined()
  act(() => observers.at(-1)?.seen(items.slice(0, 1)))
  expect(await screen.findByText('۱ اعلان خوانده‌نشده')).toBeDefined()
  // An item that is read while the screen is open does not move.
  expect(within(await unreadList()).getAllByRole('listitem')).toHaveLength(2)
  await drainOutbox()
  expect(await readOnServer()).toEqual(['دو'])
})

test('moves read notifications to the earlier ones at the next visit', async () => {
  await sendNotifications('یک', 'دو')
  const first = await openApp('/user/notifications')
  const [newest] = within(await unreadList()).getAllByRole('listitem')
  act(() => observers.at(-1)?.seen(newest ? [newest] : []))
  await screen.findByText('۱ اعلان خوانده‌نشده')
  first.close()
  await openApp('/user/notifications')
  expect(within(await unreadList()).getAllByRole('listitem')).toHaveLength(1)
  expect(within(await screen.findByRole('list', { name: 'پیش‌تر' })).getByText('دو')).toBeDefined()
})

test('marks all as read offline with one tap and tells the server later', async () => {
  await sendNotifications('یک', 'دو', 'سه')
  const { user } = await openApp('/user/notifications')
  await unreadList()
  device.goOffline()
  await user.click(screen.getByRole('button', { name: 'همه را خواندم' }))
  expect(await screen.findByText('همه را خوانده‌اید')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'همه را خواندم' })).toBeNull()
  device.goOnline()
  await drainOutbox()
  expect(await readOnServer()).toHaveLength(3)
})

test('links a notification only to an address of this site', async () => {
  const { database } = device.server
  const clock = () => new Date()
  await sendNotification({ database, clock }, member.id, { kind: 'request', title: 'درون', path: '/user/new-request' })
  await sendNotification({ database, clock }, member.id, { kind: 'other', title: 'بیرون', path: '/\t/evil.example' })
  const { user, currentHref } = await openApp('/user/notifications')
  const items = await unreadList()
  expect(within(items).getAllByRole('link')).toHaveLength(1)
  await user.click(within(items).getByRole('link', { name: /درون/ }))
  await waitFor(() => expect(currentHref()).toBe('/user/new-request'))
  await drainOutbox()
  expect(await readOnServer()).toEqual(['درون'])
})

test('shows the unread count on the dashboard link', async () => {
  await sendNotifications('یک', 'دو')
  const first = await openApp('/user/notifications')
  await unreadList()
  expect(await screen.findAllByRole('link', { name: 'داشبورد، ۲ اعلان تازه' })).toBeDefined()
  await first.user.click(screen.getByRole('button', { name: 'همه را خواندم' }))
  expect(await screen.findAllByRole('link', { name: 'داشبورد' })).toBeDefined()
})

test('tells apart no notifications, ones that were never loaded, and a guest', async () => {
  await expectListStates(device, '/user/notifications', {
    empty: 'هنوز خبری نیست',
    neverLoaded: 'اعلان‌های شما هنوز روی این دستگاه نیست',
    guest: 'اعلان‌های شما پشت همین پرده است',
  })
})
