import { createServer, globalAgent, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pushSubscriptions } from '#server/database/schema/push.ts'
import { startJobs } from '#server/jobs/startJobs.ts'
import { type NotificationContent, notify } from '#server/notifications/notify.ts'
import { isPublicAddress, isPublicEndpoint } from '#server/notifications/push/address.ts'
import { sendPush } from '#server/notifications/push/send.ts'
import { quietUntil } from '#server/notifications/quietHours.ts'
import { sendPushes } from '#server/notifications/sendPushes.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type Browser, type PushService, startPushService } from '#tests/harness/network/pushService.ts'
import { type Answer, databaseKinds, type Member, PUSH, startServer, type TestServer } from '#tests/harness/server.ts'
import { within } from '#tests/harness/within.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PATH = '/api/user/push-subscriptions'
const SETTINGS = '/api/user/notification-settings'

let service: PushService
beforeAll(async () => {
  service = await startPushService(PUSH.vapid.publicKey)
})
afterAll(() => service.close())

describe.each(databaseKinds)('push notifications on %s', (database) => {
  let server: TestServer
  let member: Member
  let browser: Browser
  beforeAll(async () => {
    server = await startServer({ database })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    // Sends the pushes that an earlier test left pending.
    service.answer = { status: 410 }
    server.pass(4 * DAY)
    await sendPushes(frame())
    service.answer = { status: 201 }
    service.requestCount = 0
    member = await server.createUser()
    browser = service.createBrowser()
    expect((await member.post(PATH, browser.subscription)).json).toEqual({ data: { subscribed: true } })
  })

  const frame = () => ({ database: server.database, clock: server.now, push: PUSH })
  const send = () => sendPushes(frame())
  const start = () =>
    startJobs({ ...frame(), settings: { push: PUSH } as never, storage: openFolder('') }, server, async () => undefined)
  const addNotification = (title: string, more: Partial<NotificationContent> = {}) =>
    notify(frame(), member.id, { kind: 'other', title, ...more })
  const titles = () => browser.messages.map(({ title }) => title)
  const set = (name: string, value: unknown) => createMutationClient(member).set({ name, value })
  const subscribed = (by = member) => server.database.$count(pushSubscriptions, eq(pushSubscriptions.userId, by.id))

  test('publishes the key that signs messages', async () => {
    expect((await member.get(PATH)).json.data.key).toBe(PUSH.vapid.publicKey)
  })

  test('encrypt the notification and the unread count for the browser', async () => {
    await addNotification('پیش از این')
    await addNotification('«بید» منتشر شد', { kind: 'released', body: 'حالا', path: '/titles/7/bid' })
    expect(await send()).toBe(2)
    const nth = 1
    expect(browser.messages[nth]).toMatchObject({
      ...{ userId: member.id, kind: 'released', title: '«بید» منتشر شد', body: 'حالا', path: '/titles/7/bid' },
      unread: 2,
    })
    expect(browser.topics[nth]).toBe(String(browser.messages[nth]?.id).replaceAll('-', ''))
    expect(await send()).toBe(0)
  })

  test('are sent once each by concurrent processes', async () => {
    const laptop = service.createBrowser()
    await (await member.signIn()).post(PATH, laptop.subscription)
    for (let nth = 0; nth < 15; nth++) await addNotification(`خبر ${nth}`)
    const sent = await Promise.all([send(), send(), send()])
    expect(sent.reduce((one, other) => one + other)).toBe(30)
    for (const { messages } of [browser, laptop]) expect(new Set(messages.map(({ id }) => id)).size).toBe(15)
    expect([browser.messages.length, laptop.messages.length]).toEqual([15, 15])
  })

  test('are sent soon after a notification, until the server stops', async () => {
    const jobs = await start()
    await addNotification('همین حالا')
    await expect.poll(titles, { timeout: 10_000 }).toEqual(['همین حالا'])
    await jobs()
    await addNotification('بعد')
    expect(await send()).toBe(1)
  })

  test('left by a killed process are sent by the next one', async () => {
    await addNotification('نیمه‌راه')
    service.answer = { status: 503 }
    await send()
    service.answer = { status: 201 }
    expect(await send()).toBe(0)
    server.pass(61_000)
    expect(await send()).toBe(1)
  })

  test('respect Retry-After and back off from a failing service', async () => {
    service.answer = { status: 429, headers: { 'Retry-After': '600' } }
    await addNotification('آهسته')
    await send()
    server.pass(9 * MINUTE)
    await send()
    expect(service.requestCount).toBe(1)
    service.answer = { status: 500 }
    for (let round = 0; round < 60; round++) {
      server.pass(2 * MINUTE)
      await send()
    }
    expect(service.requestCount).toBeGreaterThan(4)
    expect(service.requestCount).toBeLessThan(12)
    server.pass(3 * DAY)
    service.answer = { status: 201 }
    await send()
    expect(titles()).toEqual([])
  })

  test.each([404, 410, 403])('drop a subscription when its service answers %d', async (status) => {
    service.answer = { status }
    await addNotification('یک')
    await addNotification('دو')
    await send()
    expect(await subscribed()).toBe(0)
    server.pass(HOUR)
    expect(await send()).toBe(0)
    expect(service.requestCount).toBeLessThanOrEqual(2)
  })

  test('are removed with a subscription that fails for a week', async () => {
    service.answer = { status: 500 }
    for (let day = 0; day < 6; day++) {
      await addNotification('نرسید')
      await send()
      expect(await subscribed()).toBe(1)
      server.pass(DAY)
    }
    server.pass(2 * DAY)
    await addNotification('نرسید')
    await send()
    expect(await subscribed()).toBe(0)
  })

  test('reach a member while forty subscriptions of other members hang', async () => {
    const hanging = await startHangingService()
    for (let account = 0; account < 4; account++) {
      const other = await server.createUser()
      for (let nth = 0; nth < 10; nth++) {
        const { subscription } = service.createBrowser()
        const endpoint = `http://127.0.0.1:${hanging.port}/${other.id}/${nth}`
        await other.post(PATH, { ...subscription, endpoint })
      }
      for (let nth = 0; nth < 3; nth++) await notify(frame(), other.id, { kind: 'other', title: 'آویزان' })
    }
    const jobs = await start()
    await expect.poll(() => hanging.open()).toBe(10)
    for (let nth = 0; nth < 5; nth++) await addNotification(`خبر ${nth}`)
    await expect.poll(() => titles().length, { timeout: 9_000 }).toBe(5)
    expect(titles()).toEqual(Array.from({ length: 5 }, (_, nth) => `خبر ${nth}`))
    expect(hanging.mostAtOnce()).toEqual({ all: 10, ofSubscription: 1 })
    expect(
      await within(
        3_000,
        jobs().then(() => 'stopped'),
      ),
    ).toBe('stopped')
    await hanging.close()
    await server.database.delete(pushSubscriptions)
  })

  test('omit notifications that were read meanwhile', async () => {
    await addNotification('خوانده')
    await createMutationClient(member).read({ read: 'all' })
    expect(await send()).toBe(0)
    expect(service.requestCount).toBe(0)
  })

  test('omit muted kinds, which stay in the list', async () => {
    expect((await member.get(SETTINGS)).json.data).toEqual({ muted: [], quiet: null, reminders: false, version: 0 })
    expect((await set('dubbed', false)).json).toMatchObject({ result: 'applied', data: { muted: ['dubbed'] } })
    await set('episode', false)
    await set('dubbed', true)
    expect((await member.get(SETTINGS)).json.data).toMatchObject({ muted: ['episode'], quiet: null })
    await addNotification('قسمت', { kind: 'episode' })
    await addNotification('دوبله', { kind: 'dubbed' })
    await send()
    expect(titles()).toEqual(['دوبله'])
    expect((await member.get('/api/user/notifications')).json.data).toHaveLength(2)
  })

  test("wait for the end of quiet hours in the browser's time zone", async () => {
    const minute = (time: Date, offset: number) => (Math.floor(time.getTime() / MINUTE) + offset) % 1440
    const now = minute(server.now(), browser.subscription.utcOffset)
    await set('quiet', { from: (now + 1440 - 60) % 1440, to: (now + 120) % 1440 })
    const abroad = service.createBrowser()
    abroad.subscription.utcOffset = browser.subscription.utcOffset - 300
    await (await member.signIn()).post(PATH, abroad.subscription)
    await addNotification('شبانه')
    await addNotification('دیروقت')
    expect(await send()).toBe(2)
    expect(abroad.messages).toHaveLength(2)
    expect(titles()).toEqual([])
    server.pass(118 * MINUTE)
    expect(await send()).toBe(0)
    server.pass(3 * MINUTE)
    expect(await send()).toBe(2)
    expect(titles().toSorted()).toEqual(['دیروقت', 'شبانه'])
  })

  test('held back are sent when the member disables quiet hours', async () => {
    const now = (Math.floor(server.now().getTime() / MINUTE) + 210) % 1440
    await set('quiet', { from: now, to: (now + 600) % 1440 })
    await addNotification('شبانه')
    expect(await send()).toBe(0)
    expect((await set('quiet', null)).json.data.quiet).toBeNull()
    expect(await send()).toBe(1)
  })

  test('settings end with the latest mutation for any order of arrival', async () => {
    const phone = createMutationClient(member)
    await phone.set({ name: 'reply', value: false }, { seq: 5 })
    expect((await phone.set({ name: 'reply', value: true }, { seq: 3, age: MINUTE })).json).toMatchObject({
      result: 'stale',
      data: { muted: ['reply'] },
    })
    const key = uuid()
    for (const result of ['applied', 'replayed']) {
      expect((await phone.set({ name: 'request', value: false }, { key, seq: 6 })).json.result).toBe(result)
    }
    expect((await (await server.createUser()).get(SETTINGS)).json.data.muted).toEqual([])
  })

  describe('subscription', () => {
    test('receives pushes of its signed-in member only', async () => {
      await addNotification('من')
      const other = await server.createUser()
      await other.post(PATH, browser.subscription)
      expect([await subscribed(), await subscribed(other)]).toEqual([0, 1])
      await addNotification('من دوباره')
      await notify(frame(), other.id, { kind: 'other', title: 'او' })
      await send()
      expect(titles()).toEqual(['او'])
    })

    test('is moved to another member only with its secret', async () => {
      const other = await server.createUser()
      const stolen = { ...browser.subscription, keys: { ...service.createBrowser().subscription.keys } }
      await other.post(PATH, stolen)
      await addNotification('من')
      expect(await send()).toBe(1)
    })

    test('ends with its session, also when signed out from another device', async () => {
      const laptop = service.createBrowser()
      const there = await member.signIn()
      await there.post(PATH, laptop.subscription)
      await addNotification('پیش')
      expect((await member.post('/api/sanc/logout')).status).toBe(204)
      await addNotification('پس')
      await send()
      expect(browser.messages).toEqual([])
      expect(laptop.messages).toHaveLength(2)
    })

    test('continues under the new token after a password change', async () => {
      const renewed = await member.post('/api/sanc/password', {
        currentPassword: 'correct horse 1401',
        password: 'another horse 1402',
        passwordConfirmation: 'another horse 1402',
      })
      expect(renewed.status).toBe(200)
      await addNotification('هنوز')
      expect(await send()).toBe(1)
    })

    test("ends by unsubscribing, which affects only the member's own subscriptions", async () => {
      const other = await server.createUser()
      await other.delete(PATH, {}, { endpoint: browser.subscription.endpoint })
      expect(await subscribed()).toBe(1)
      for (let nth = 0; nth < 2; nth++) {
        const { json } = await member.delete(PATH, {}, { endpoint: browser.subscription.endpoint })
        expect(json).toEqual({ data: { subscribed: false } })
      }
      expect(await subscribed()).toBe(0)
    })

    test("replaces the member's oldest above twenty", async () => {
      for (let nth = 0; nth < 20; nth++) await member.post(PATH, service.createBrowser().subscription)
      expect(await subscribed()).toBe(20)
      await addNotification('یک')
      await send()
      expect(browser.messages).toEqual([])
    })

    const bad = [...Object.values(HOSTILE_TEXTS), ...Object.values(HOSTILE_VALUES)]
    const expectRefused = ({ status, json }: Answer, body: object) => {
      expect([body, status]).toEqual([body, 422])
      expect(Object.values<string[]>(json.errors).flat().join()).toMatch(/[آ-ی]/)
    }

    test('is rejected in Persian without being stored if invalid', async () => {
      const other = await server.createUser()
      for (const wrong of [
        ...bad.map((endpoint) => ({ endpoint })),
        ...bad.map((keys) => ({ keys })),
        ...bad.map((utcOffset) => ({ utcOffset })).filter(({ utcOffset }) => utcOffset !== 7 && utcOffset !== -1),
        { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
        { utcOffset: 900 },
        { utcOffset: 0.5 },
      ]) {
        expectRefused(await other.post(PATH, { ...service.createBrowser().subscription, ...wrong }), wrong)
      }
      expect(await subscribed(other)).toBe(0)
    })

    test('settings reject invalid values in Persian', async () => {
      for (const body of [
        ...bad.map((name) => ({ name, value: true })),
        ...bad.filter((value) => value !== true).map((value) => ({ name: 'dubbed', value })),
        ...bad.filter((value) => value !== null).map((value) => ({ name: 'quiet', value })),
        { name: 'quiet', value: { from: 60, to: 60 } },
        { name: 'quiet', value: { from: -1, to: 60 } },
        { name: 'quiet', value: { from: 60, to: 1440 } },
      ]) {
        expectRefused(await createMutationClient(member).set(body), body)
      }
      expect((await member.get(SETTINGS)).json.data.version).toBe(0)
    })
  })
})

test.each([
  ['before its answer', '', 'later'],
  ['in its headers', 'HTTP/1.1 201 Crea', 'later'],
  ['in its body', 'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\nhalf', 'taken'],
  ['after nonsense', 'no HTTP at all\r\n\r\n', 'later'],
])('ends as a result when the push service resets the connection %s', async (_when, text, state) => {
  const broken = createNetServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(text, () => setImmediate(() => socket.resetAndDestroy())))
  })
  await new Promise<void>((done) => broken.listen(0, '127.0.0.1', done))
  const { keys } = service.createBrowser().subscription
  const endpoint = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/x`
  const sent = await sendPush(PUSH, { endpoint, ...keys }, { text: '{}', topic: 'x' })
  expect(sent.state).toBe(state)
  await new Promise((done) => broken.close(done))
})

test('is sent over a new connection when the push service has closed those that were kept alive', async () => {
  const closing = createNetServer((socket) => {
    socket.on('error', () => undefined)
    let requests = 0
    socket.on('data', (part) => {
      if (!part.toString('latin1').startsWith('POST')) return
      requests++
      if (requests > 1) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((done) => closing.listen(0, '127.0.0.1', done))
  const { keys } = service.createBrowser().subscription
  const host = `127.0.0.1:${(closing.address() as AddressInfo).port}`
  const send = () => sendPush(PUSH, { endpoint: `http://${host}/x`, ...keys }, { text: '{}', topic: 'x' })
  expect(await Promise.all([send(), send()])).toEqual([{ state: 'taken' }, { state: 'taken' }])
  await expect.poll(() => globalAgent.freeSockets[`${host}:`]?.length).toBe(2)
  expect(await send()).toEqual({ state: 'taken' })
  await new Promise((done) => closing.close(done))
})

/** A push service that accepts requests and never answers, until it is closed. */
async function startHangingService() {
  const open = new Map<ServerResponse, string>()
  const most = { all: 0, ofSubscription: 0 }
  const hanging = createServer((request, response) => {
    open.set(response, request.url ?? '')
    response.on('close', () => open.delete(response))
    const paths = [...open.values()]
    most.all = Math.max(most.all, paths.length)
    most.ofSubscription = Math.max(most.ofSubscription, paths.filter((path) => path === request.url).length)
  })
  await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done))
  return {
    port: (hanging.address() as AddressInfo).port,
    open: () => open.size,
    mostAtOnce: () => most,
    async close() {
      hanging.closeAllConnections()
      await new Promise((done) => hanging.close(done))
    },
  }
}

test('reports that push is disabled without keys', async () => {
  const server = await startServer({ settings: { push: undefined as never } })
  const otherMember = await server.createUser()
  expect((await otherMember.get(PATH)).status).toBe(404)
  expect((await otherMember.post(PATH, service.createBrowser().subscription)).status).toBe(404)
  await server.close()
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://web.push.apple.com/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user:pass@fcm.googleapis.com/x', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://localhost/x', false],
  ['https://metadata/x', false],
  ['file:///etc/passwd', false],
])('allows %s as a push endpoint: %s', (endpoint, isOne) => {
  expect(isPublicEndpoint(endpoint)).toBe(isOne)
})

test.each([
  ['142.250.185.10', true],
  ['2a00:1450:4001:82a::200a', true],
  ['10.1.2.3', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['2002:7f00:1::', false],
  ['nothing', false],
])('treats %s as a public address: %s', (address, isOne) => {
  expect(isPublicAddress(address)).toBe(isOne)
})

test.each([
  [{ from: 1380, to: 480 }, 210, '2026-11-21T20:00:00Z', '2026-11-22T04:30:00.000Z'],
  [{ from: 1380, to: 480 }, 210, '2026-11-21T04:29:59Z', '2026-11-21T04:30:00.000Z'],
  [{ from: 1380, to: 480 }, 210, '2026-11-21T04:30:00Z', undefined],
  [{ from: 1380, to: 480 }, 210, '2026-11-21T19:29:59Z', undefined],
  [{ from: 1380, to: 480 }, 210, '2026-11-21T19:30:00Z', '2026-11-22T04:30:00.000Z'],
  [{ from: 780, to: 900 }, -480, '2026-11-21T21:30:00Z', '2026-11-21T23:00:00.000Z'],
  [{ from: 780, to: 900 }, -480, '2026-11-21T12:30:00Z', undefined],
  [null, 0, '2026-11-21T12:30:00Z', undefined],
])('quiet hours %o at UTC offset %i hold at %s until %s', (quiet, offset, now, end) => {
  expect(quietUntil(quiet, offset, new Date(now))?.toISOString()).toBe(end)
})
