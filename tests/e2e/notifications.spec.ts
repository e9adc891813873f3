import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Worker } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import { violationsOf } from './axe.ts'
import {
  type Browser,
  expect,
  NETWORK_ERRORS,
  register,
  startBrowser,
  test,
  type World,
  waitForWorker,
} from './world.ts'

let profile: string
let browser: Browser

test.beforeEach(async ({ world, console }) => {
  console.allow(NETWORK_ERRORS)
  profile = await mkdtemp(join(resolve('.cache/e2e'), 'profile-'))
  browser = await startBrowser(profile, world.appUrl)
})
test.afterEach(async () => {
  await browser.close().catch(() => undefined)
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** Makes a call as the signed-in user's other device. */
async function elsewhere(world: World, path: string, body?: object) {
  const cookies = new Map((await browser.context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))
  const xsrf = cookies.get('XSRF-TOKEN') ?? ''
  const answer = await fetch(`${world.apiUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${cookies.get('token')}`,
      Cookie: `XSRF-TOKEN=${encodeURIComponent(xsrf)}`,
      'X-XSRF-TOKEN': xsrf,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Delivers pushes to the worker as the browser does. */
async function aPushService(worker: Worker) {
  const session = await browser.context.newCDPSession(browser.page)
  const registered = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) found(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(worker.url())
  return (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

/** The titles and texts of the visible notifications. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`).toSorted()
  })

/** The parts of the worker's global scope used here: the tests are compiled with the page's types. */
interface Scope {
  registration: ServiceWorkerRegistration
  WindowClient: { prototype: { focus(): Promise<unknown> } }
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
  dispatchEvent(event: Event): boolean
}

test('every push shows a notification, and a click on it opens its screen in the open window', async ({ world }) => {
  const { page, context } = browser
  await context.grantPermissions(['notifications'], { origin: world.appUrl })
  await register(page)
  await waitForWorker(page)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  const push = await aPushService(worker)
  const userId = (await elsewhere(world, '/api/user')).data.id as number
  const news = { userId, id: uuid(), kind: 'request', title: 'پاسخ درخواست', body: 'پذیرفته شد', unread: 1 }
  const message = JSON.stringify({ ...news, path: '/user/new-request' })
  await push(message)
  // Delivered twice, as after a server crash: it shows once.
  await push(message)
  await expect.poll(() => shown(worker)).toEqual(['پاسخ درخواست: پذیرفته شد'])
  await push(JSON.stringify({ ...news, id: uuid(), userId: userId + 1, title: 'راز دیگری' }))
  await push('<b>none of ours</b>')
  await push('')
  await expect.poll(() => shown(worker)).toEqual(['پاسخ درخواست: پذیرفته شد', 'پرده: خبر تازه‌ای برای شما هست'])
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as Scope
    // Browsers focus a window only after a user's click, not a dispatched event.
    scope.WindowClient.prototype.focus = async function () {
      return this
    }
    const notification = (await scope.registration.getNotifications()).find(({ title }) => title === 'پاسخ درخواست')
    if (!notification) throw new Error('no notification')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(/\/user\/new-request$/)
  await expect.poll(() => shown(worker)).toEqual(['پرده: خبر تازه‌ای برای شما هست'])

  // A browser with push support shows the notification settings, which must be accessible too.
  await page.goto('/user/notifications')
  await expect(page.getByRole('switch', { name: 'اعلان‌ها روی این دستگاه' })).toBeVisible()
  await page.getByRole('switch', { name: 'ساعت‌های سکوت' }).click()
  await expect(page.getByRole('combobox', { name: 'شروع سکوت' })).toBeVisible()
  await expect.poll(() => violationsOf(page), { timeout: 30_000 }).toEqual([])
})

test('a change from another device shows without a reload', async ({ world }) => {
  const { page } = browser
  await register(page)
  await page.goto('/user/watchlist')
  // Any later change can only come from server-sent events.
  await expect(page.getByRole('main')).toContainText('هنوز')
  const { data } = await elsewhere(world, '/api/titles/search?order_by=votes&per_page=1')
  await elsewhere(world, `/api/user/watchlist/${data[0].id}`, { saved: true })
  await expect(page.getByRole('main')).toContainText(data[0].titleFa)
  await elsewhere(world, `/api/user/watchlist/${data[0].id}`, { saved: false })
  await expect(page.getByRole('main')).toContainText('هنوز')
})
