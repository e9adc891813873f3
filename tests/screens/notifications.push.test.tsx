import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { openApp } from '#tests/harness/app.tsx'
import { installPushBrowser, type PushBrowser } from '#tests/harness/browser/pushBrowser.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { type Member, PUSH } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let browser: PushBrowser
let endpointCount = 0

beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  browser = installPushBrowser(() => ({
    endpoint: `http://127.0.0.1:9/${++endpointCount}`,
    keys: { p256dh: PUSH.vapid.publicKey, auth: 'A'.repeat(22) },
    utcOffset: 0,
  }))
})
afterEach(async () => {
  browser.remove()
  await device.close()
})

const panel = () => screen.findByRole('region', { name: 'اعلان‌های این دستگاه' })
const switchCalled = async (name: string) => within(await panel()).findByRole('switch', { name })
const PUSH_SWITCH = 'اعلان‌ها روی این دستگاه'
const expectPush = (on: boolean) =>
  waitFor(async () => expect(await switchCalled(PUSH_SWITCH)).toHaveProperty('checked', on), { timeout: 10_000 })
const settings = async () => (await member.get('/api/user/notification-settings')).json.data

test('turns push notifications on and off with a switch', async () => {
  const { user } = await openApp('/user/notifications')
  const pushes = await switchCalled(PUSH_SWITCH)
  expect(pushes).toHaveProperty('checked', false)
  await user.click(pushes)
  await expectPush(true)
  await waitFor(() => expect(browser.subscriptions).toMatchObject([{ ended: false }]))
  // The keyboard focus stays on the switch.
  expect(document.activeElement).toBe(pushes)
  await user.click(await switchCalled(PUSH_SWITCH))
  await expectPush(false)
  expect(browser.subscriptions).toMatchObject([{ ended: true }])
})

test('explains denied permission, a missing feature and a failed attempt', async () => {
  browser.isBroken = true
  const first = await openApp('/user/notifications')
  await first.user.click(await switchCalled(PUSH_SWITCH))
  expect(await within(await panel()).findByText(/^مرورگر نتوانست/)).toBeDefined()
  expect(await switchCalled(PUSH_SWITCH)).toHaveProperty('checked', false)
  browser.permission = 'default'
  browser.promptAnswer = 'denied'
  await first.user.click(await switchCalled(PUSH_SWITCH))
  expect(await within(await panel()).findByText('اعلان‌های پرده در این مرورگر بسته است')).toBeDefined()
  first.close()
  browser.remove()
  await openApp('/user/notifications')
  expect(await screen.findByText(/^این مرورگر وقتی بسته باشد اعلان نشان نمی‌دهد/)).toBeDefined()
})

test('changes kinds and quiet hours offline and sends them later', async () => {
  const { user } = await openApp('/user/notifications')
  await switchCalled('دوبله شدن عنوان‌های ذخیره‌شده')
  device.goOffline()
  await user.click(await switchCalled('دوبله شدن عنوان‌های ذخیره‌شده'))
  await waitFor(async () => expect(await switchCalled('دوبله شدن عنوان‌های ذخیره‌شده')).toHaveProperty('checked', false))
  await user.click(await switchCalled('ساعت‌های سکوت'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'شروع سکوت' }), '۲۲:۳۰')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'شروع سکوت' })).toHaveProperty('value', '1350'))
  device.goOnline()
  await drainOutbox()
  expect(await settings()).toMatchObject({ muted: ['dubbed'], quiet: { from: 1350, to: 480 } })
  await setNotificationSetting({ name: 'quiet', value: null })
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'شروع سکوت' })).toBeNull())
})

test('reports that push needs a network while offline', async () => {
  const first = await openApp('/user/notifications')
  await switchCalled(PUSH_SWITCH)
  device.goOffline()
  await first.user.click(await switchCalled(PUSH_SWITCH))
  await waitFor(async () => expect((await panel()).textContent).toContain('اینترنت لازم است'))
  expect(browser.subscriptions).toEqual([])
})
