import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'
import { aPushBrowser, type PushBrowser } from '#tests/harness/pushBrowser.ts'
import { type Member, PUSH } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let browser: PushBrowser
let nth = 0

beforeEach(async () => {
  device = await aDevice()
  member = await device.aMember()
  browser = aPushBrowser(() => ({
    endpoint: `http://127.0.0.1:9/${++nth}`,
    keys: { p256dh: PUSH.vapid.publicKey, auth: 'A'.repeat(22) },
    utcOffset: 0,
  }))
})
afterEach(async () => {
  browser.remove()
  await device.close()
})

const panel = () => screen.findByRole('region', { name: 'خبر روی این دستگاه' })
const theSwitch = async (name: string) => within(await panel()).findByRole('switch', { name })
const PUSHES = 'اعلان‌ها روی این دستگاه'
const isPushed = (on: boolean) =>
  waitFor(async () => expect(await theSwitch(PUSHES)).toHaveProperty('checked', on), { timeout: 10_000 })
const settings = async () => (await member.get('/api/user/notification-settings')).json.data

test('news for this device is switched on with a tap, and off', async () => {
  const { person } = await openApp('/user/notifications')
  const pushes = await theSwitch(PUSHES)
  expect(pushes).toHaveProperty('checked', false)
  await person.click(pushes)
  await isPushed(true)
  await waitFor(() => expect(browser.subscriptions).toMatchObject([{ ended: false }]))
  // Who came to it by keys is still at it.
  expect(document.activeElement).toBe(pushes)
  await person.click(await theSwitch(PUSHES))
  await isPushed(false)
  expect(browser.subscriptions).toMatchObject([{ ended: true }])
})

test('a browser that may not says how it could, one that cannot says so, and one that fails leaves the way open', async () => {
  browser.isBroken = true
  const first = await openApp('/user/notifications')
  await first.person.click(await theSwitch(PUSHES))
  expect(await within(await panel()).findByText(/^مرورگر نتوانست/)).toBeDefined()
  expect(await theSwitch(PUSHES)).toHaveProperty('checked', false)
  browser.permission = 'default'
  browser.says = 'denied'
  await first.person.click(await theSwitch(PUSHES))
  expect(await within(await panel()).findByText('اعلان‌های پرده در این مرورگر بسته است')).toBeDefined()
  first.close()
  browser.remove()
  await openApp('/user/notifications')
  expect(await screen.findByText(/^این مرورگر در حالت بسته خبر نمی‌دهد/)).toBeDefined()
})

test('kinds and quiet hours are changed without a network too, and reach the server', async () => {
  const { person } = await openApp('/user/notifications')
  await theSwitch('دوبله شدن عنوان‌های ذخیره‌شده')
  device.goOffline()
  await person.click(await theSwitch('دوبله شدن عنوان‌های ذخیره‌شده'))
  await waitFor(async () => expect(await theSwitch('دوبله شدن عنوان‌های ذخیره‌شده')).toHaveProperty('checked', false))
  await person.click(await theSwitch('ساعت‌های سکوت'))
  await person.selectOptions(await screen.findByRole('combobox', { name: 'شروع سکوت' }), '۲۲:۳۰')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'شروع سکوت' })).toHaveProperty('value', '1350'))
  device.goOnline()
  await drainOutbox()
  expect(await settings()).toMatchObject({ muted: ['dubbed'], quiet: { from: 1350, to: 480 } })
  await setNotificationSetting({ name: 'quiet', value: null })
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'شروع سکوت' })).toBeNull())
})

test('offline says what needs a network', async () => {
  const first = await openApp('/user/notifications')
  await theSwitch(PUSHES)
  device.goOffline()
  await first.person.click(await theSwitch(PUSHES))
  await waitFor(async () => expect((await panel()).textContent).toContain('اینترنت لازم است'))
  expect(browser.subscriptions).toEqual([])
})
