import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { notificationSettings, setNotificationSetting, settingsPull } from '#data/areas/notificationSettings.ts'
import { notificationsPull, unreadCount } from '#data/areas/notifications.ts'
import { watchUnread } from '#data/areas/watchUnread.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { followServerEvents } from '#data/network/serverEvents.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { disablePush, enablePush, PushFailed, pushState, refreshPushRegistration } from '#data/session/push.ts'
import { pushRegistration } from '#data/session/pushSubscription.ts'
import { signOut } from '#data/session/signOut.ts'
import { pushSubscriptions } from '#server/database/schema/push.ts'
import { notify } from '#server/notifications/notify.ts'
import { sendPushes } from '#server/notifications/sendPushes.ts'
import { installPushBrowser, type PushBrowser } from '#tests/harness/browser/pushBrowser.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type Browser, type PushService, startPushService } from '#tests/harness/network/pushService.ts'
import { type Member, PUSH } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let service: PushService
beforeAll(async () => {
  service = await startPushService(PUSH.vapid.publicKey)
})
afterAll(() => service.close())
beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
})
afterEach(() => device.close())

const sendNotification = (title: string) =>
  notify({ database: device.server.database, clock: device.server.now }, member.id, { kind: 'other', title })

describe('a browser with push notifications', () => {
  let browser: PushBrowser
  let pushBrowsers: Browser[]
  beforeEach(() => {
    pushBrowsers = []
    browser = installPushBrowser(() => {
      const pushBrowser = service.createBrowser()
      pushBrowsers.push(pushBrowser)
      return pushBrowser.subscription
    })
  })
  afterEach(() => browser.remove())

  const onServer = async () =>
    (await device.server.database.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, member.id))).map(
      ({ endpoint }) => endpoint,
    )

  test('turns push on, delivers notifications and turns push off', async () => {
    expect(await pushState()).toBe('off')
    expect(await enablePush()).toBe('on')
    expect(await pushState()).toBe('on')
    expect(browser.subscriptions).toMatchObject([{ key: PUSH.vapid.publicKey, ended: false }])
    await sendNotification('خبر')
    await sendPushes({ database: device.server.database, clock: device.server.now, push: PUSH })
    expect(pushBrowsers[0]?.messages).toMatchObject([{ userId: member.id, title: 'خبر' }])
    expect(await disablePush()).toBe('off')
    await expect.poll(onServer).toEqual([])
    expect(browser.subscriptions).toMatchObject([{ ended: true }])
    expect(await pushState()).toBe('off')
  })

  test('reports denied permission, a failing push service and a missing network', async () => {
    device.goOffline()
    await expect(enablePush()).rejects.toMatchObject({ name: 'Unreachable' })
    device.goOnline()
    browser.isBroken = true
    await expect(enablePush()).rejects.toBeInstanceOf(PushFailed)
    expect(await pushState()).toBe('off')
    browser.permission = 'default'
    browser.promptAnswer = 'denied'
    expect(await enablePush()).toBe('denied')
    expect(await pushState()).toBe('denied')
    browser.remove()
    expect(await pushState()).toBe('unsupported')
    expect(await onServer()).toEqual([])
  })

  test('reports push as unsupported when the server has no push calls', async () => {
    device.network = (path) => (path.includes('push') ? new Response('', { status: 404 }) : undefined)
    expect(await pushState()).toBe('unsupported')
  })

  test('registers the subscription again after the next sign-in', async () => {
    await enablePush()
    await member.post('/api/sanc/logout')
    device.sent.length = 0
    await refreshPushRegistration()
    expect(device.sent).toEqual([])
    const { token } = await member.signIn()
    member.token = token ?? ''
    await device.server.database.delete(pushSubscriptions)
    await device.signIn(member)
    await refreshPushRegistration()
    expect(await onServer()).toEqual([pushBrowsers[0]?.subscription.endpoint])
    expect(pushBrowsers).toHaveLength(1)
  })

  test('ends the subscription at sign-out, online and offline', async () => {
    await enablePush()
    await signOut({ keepData: false })
    expect(await onServer()).toEqual([])
    expect(browser.subscriptions).toMatchObject([{ ended: true }])
    await device.signIn(member)
    expect(await pushState()).toBe('off')
    await enablePush()
    device.goOffline()
    await signOut({ keepData: false })
    expect(browser.subscriptions).toMatchObject([{ ended: true }, { ended: true }])
    expect(await pushRegistration()).toBeUndefined()
  })
})

test('applies settings at once, also offline, and sends each of them to the server', async () => {
  const database = await personalDatabase()
  expect(await notificationSettings()).toMatchObject({ muted: [], quiet: null, known: false })
  await settingsPull.refresh(database, {})
  expect(await notificationSettings()).toMatchObject({ known: true })
  device.goOffline()
  await setNotificationSetting({ name: 'dubbed', value: false })
  await setNotificationSetting({ name: 'quiet', value: { from: 1380, to: 480 } })
  await setNotificationSetting({ name: 'dubbed', value: true })
  await setNotificationSetting({ name: 'reply', value: false })
  expect(await notificationSettings()).toMatchObject({ muted: ['reply'], quiet: { from: 1380, to: 480 } })
  device.goOnline()
  // Another device changes another setting meanwhile; neither change may be lost.
  await createMutationClient(member).set({ name: 'episode', value: false })
  await drainOutbox()
  expect(await database.outbox.count()).toBe(0)
  expect((await member.get('/api/user/notification-settings')).json.data).toMatchObject({
    muted: ['episode', 'reply'],
    quiet: { from: 1380, to: 480 },
  })
  await settingsPull.refresh(database, {})
  expect((await notificationSettings())?.muted).toEqual(['episode', 'reply'])
})

test('fetches news once per change notification and never without a notification', async () => {
  const database = await personalDatabase()
  let fetched = 0
  const changed = async () => {
    fetched++
    await notificationsPull.refresh(database, {})
    return true
  }
  const startListening = () => {
    const stop = new AbortController()
    const listening = followServerEvents(database, { changed, signal: stop.signal })
    return async () => {
      stop.abort()
      await listening
    }
  }
  let stop = startListening()
  await expect.poll(() => fetched).toBe(1)
  await sendNotification('یک')
  await expect.poll(unreadCount).toBe(1)
  await expect.poll(async () => (await database.meta.get('toldVersion'))?.value).toBe(1)
  await stop()
  stop = startListening()
  await expect.poll(() => device.sent.filter((call) => call.endsWith('/user/events')).length).toBe(2)
  await sendNotification('دو')
  await expect.poll(unreadCount).toBe(2)
  expect(fetched).toBe(3)
  await stop()
})

test('shows on the app badge that notifications were read on another device', async () => {
  const shown: number[] = []
  const setAppBadge = async (count: number) => void shown.push(count)
  Object.assign(navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0) })
  const database = await personalDatabase()
  const changed = async () => {
    await notificationsPull.refresh(database, {})
    return true
  }
  const stop = new AbortController()
  const listening = followServerEvents(database, { changed, signal: stop.signal })
  const unwatch = watchUnread((unread) => void showAppBadge(unread))
  await sendNotification('یک')
  await sendNotification('دو')
  await expect.poll(() => shown.at(-1), { timeout: 10_000 }).toBe(2)
  await createMutationClient(member).read({ read: 'all' })
  await expect.poll(() => shown.at(-1), { timeout: 10_000 }).toBe(0)
  expect(await unreadCount()).toBe(0)
  unwatch()
  stop.abort()
  await listening
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

test('does not reconnect to a server without the event stream', async () => {
  device.network = (path) => (path.endsWith('/events') ? new Response('', { status: 404 }) : undefined)
  await followServerEvents(await personalDatabase(), {
    changed: async () => true,
    signal: new AbortController().signal,
  })
  expect(device.sent.filter((call) => call.endsWith('/user/events'))).toHaveLength(1)
})
