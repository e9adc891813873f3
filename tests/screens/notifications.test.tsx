import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endSession } from '#data/database/session.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { notify as tell } from '#server/notifications/notify.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let sights: { seen: (elements: Element[]) => void }[]
const realObserver = globalThis.IntersectionObserver

beforeEach(async () => {
  device = await aDevice()
  member = await device.aMember()
  sights = []
  // jsdom has no window to look through: the test says what is in sight.
  globalThis.IntersectionObserver = class {
    constructor(private readonly tell: IntersectionObserverCallback) {
      sights.push(this)
    }
    seen(elements: Element[]) {
      const entries = elements.map((target) => ({ target, isIntersecting: true }) as IntersectionObserverEntry)
      this.tell(entries, this as unknown as IntersectionObserver)
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

async function hear(...titles: string[]) {
  for (const [at, title] of titles.entries()) {
    const clock = () => new Date(Date.now() - 60_000 + at * 1000)
    await tell({ database: device.server.database, clock }, member.id, { kind: 'other', title })
  }
}
const fresh = () => screen.findByRole('list', { name: 'تازه' })
const readOnServer = async () =>
  (await member.get('/api/user/notifications?per_page=100')).json.data
    .filter(({ readAt }: { readAt: string | null }) => readAt !== null)
    .map(({ title }: { title: string }) => title)

test('the unread stand first, newest first, and are read once they were seen', async () => {
  await hear('یک', 'دو')
  await openApp('/user/notifications')
  const items = within(await fresh()).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([expect.stringContaining('دو'), expect.stringContaining('یک')])
  expect(screen.getByText('۲ اعلان خوانده‌نشده')).toBeDefined()
  act(() => sights.at(-1)?.seen(items.slice(0, 1)))
  expect(await screen.findByText('۱ اعلان خوانده‌نشده')).toBeDefined()
  // What is read while one looks stays where it is.
  expect(within(await fresh()).getAllByRole('listitem')).toHaveLength(2)
  await drainOutbox()
  expect(await readOnServer()).toEqual(['دو'])
})

test('at the next visit what was read stands among the earlier ones', async () => {
  await hear('یک', 'دو')
  const first = await openApp('/user/notifications')
  const [newest] = within(await fresh()).getAllByRole('listitem')
  act(() => sights.at(-1)?.seen(newest ? [newest] : []))
  await screen.findByText('۱ اعلان خوانده‌نشده')
  first.close()
  await openApp('/user/notifications')
  expect(within(await fresh()).getAllByRole('listitem')).toHaveLength(1)
  expect(within(await screen.findByRole('list', { name: 'پیش‌تر' })).getByText('دو')).toBeDefined()
})

test('all are read with one tap, without a network too, and the server hears of it', async () => {
  await hear('یک', 'دو', 'سه')
  const { person } = await openApp('/user/notifications')
  await fresh()
  device.goOffline()
  await person.click(screen.getByRole('button', { name: 'همه را خواندم' }))
  expect(await screen.findByText('همه را خوانده‌اید')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'همه را خواندم' })).toBeNull()
  device.goOnline()
  await drainOutbox()
  expect(await readOnServer()).toHaveLength(3)
})

test('a notification leads to a place of this site, and nowhere else', async () => {
  const { database } = device.server
  const clock = () => new Date()
  await tell({ database, clock }, member.id, { kind: 'request', title: 'درون', path: '/user/new-request' })
  await tell({ database, clock }, member.id, { kind: 'other', title: 'بیرون', path: '/\t/evil.example' })
  const { person, here } = await openApp('/user/notifications')
  const items = await fresh()
  expect(within(items).getAllByRole('link')).toHaveLength(1)
  await person.click(within(items).getByRole('link', { name: /درون/ }))
  await waitFor(() => expect(here()).toBe('/user/new-request'))
  await drainOutbox()
  expect(await readOnServer()).toEqual(['درون'])
})

test('the dashboard’s entry says how many are not read', async () => {
  await hear('یک', 'دو')
  const first = await openApp('/user/notifications')
  await fresh()
  expect(await screen.findAllByRole('link', { name: 'داشبورد، ۲ اعلان تازه' })).toBeDefined()
  await first.person.click(screen.getByRole('button', { name: 'همه را خواندم' }))
  expect(await screen.findAllByRole('link', { name: 'داشبورد' })).toBeDefined()
})

test('no news, news that has not come, and a guest are three screens', async () => {
  const first = await openApp('/user/notifications')
  expect(await screen.findByText('هنوز خبری نیست')).toBeDefined()
  first.close()
  await endSession()
  await device.signIn(await device.server.aUser())
  device.goOffline()
  await openApp('/user/notifications')
  expect(await screen.findByText('اعلان‌های شما هنوز روی این دستگاه نیست')).toBeDefined()
  await endSession()
  expect(await screen.findByText('اعلان‌های شما پشت همین پرده است')).toBeDefined()
})
