import type { Worker } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import { violationsOf } from './axe.ts'
import {
  callAsOtherDevice,
  type Device,
  expect,
  register,
  test,
  type World,
  waitForWorker,
  workerRegistration,
} from './world.ts'

/** Delivers pushes to the worker as the browser does. */
async function connectPushService({ context, page }: Device, { appUrl: origin }: World) {
  const session = await context.newCDPSession(page)
  const registrationId = await workerRegistration(session, origin)
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

test('every push shows a notification, and a click on it opens its screen in the open window', async ({
  device,
  world,
}) => {
  const { page, context } = device
  await context.grantPermissions(['notifications'], { origin: world.appUrl })
  await register(page)
  await waitForWorker(page)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  const push = await connectPushService(device, world)
  const userId = (await callAsOtherDevice(context, world, '/api/user')).data.id as number
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
  await expect.poll(() => violationsOf(page)).toEqual([])
})

test('a change from another device shows without a reload', async ({ device, world }) => {
  const { page, context } = device
  await register(page)
  await page.goto('/user/watchlist')
  // Any later change can only come from server-sent events.
  await expect(page.getByRole('main')).toContainText('هنوز')
  const { data } = await callAsOtherDevice(context, world, '/api/titles/search?order_by=votes&per_page=1')
  await callAsOtherDevice(context, world, `/api/user/watchlist/${data[0].id}`, { saved: true })
  await expect(page.getByRole('main')).toContainText(data[0].titleFa)
  await callAsOtherDevice(context, world, `/api/user/watchlist/${data[0].id}`, { saved: false })
  await expect(page.getByRole('main')).toContainText('هنوز')
})
