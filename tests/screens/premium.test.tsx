import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isReloadHeldFor } from '#data/platform/reloadGuard.ts'
import { refreshUser } from '#data/session/account.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'
import { createCode, pay, subscribed } from '#tests/harness/fixtures/premium.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let app: Awaited<ReturnType<typeof openApp>> | undefined
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => {
  app?.close()
  return device.close()
})

const open = async (path: string) => {
  app?.close()
  app = await openApp(path)
  return app
}
const code = () => screen.findByRole<HTMLInputElement>('textbox', { name: /کد/ })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const orders = () => device.sent.filter((one) => /join2|reserve2/.test(one))
const buy = async (member: Member, planId: number, path = '/api/user/join2') => {
  const { paymentUrl } = (await member.post(path, { planId })).json.data
  await pay(device.server, paymentUrl)
  await refreshUser()
}

test('lists the plans with price and duration and marks the popular one, also offline', async () => {
  await open('/premium/plans')
  const list = await screen.findByRole('list', { name: 'طرح‌های اشتراک' })
  const cards = within(list).getAllByRole('article')
  expect(cards).toHaveLength(4)
  const popular = within(cards[1] as HTMLElement)
  expect(popular.getByText('محبوب‌ترین')).toBeDefined()
  expect(popular.getByText('۲۲۹٬۰۰۰ تومان')).toBeDefined()
  expect(popular.getByText('۹۰ روز')).toBeDefined()
  expect(popular.getByText('۱۴٪ تخفیف')).toBeDefined()
  device.goOffline()
  await open('/premium/plans')
  expect(await screen.findByRole('link', { name: 'خرید اشتراک سه‌ماهه' })).toBeDefined()
  await open('/premium/plans/2')
  expect(await screen.findByRole('heading', { level: 1, name: 'اشتراک سه‌ماهه' })).toBeDefined()
})

test('shows the not-found screen for an unknown plan', async () => {
  await open('/premium/plans/77')
  expect(await screen.findByText('صفحه پیدا نشد')).toBeDefined()
  await open('/premium/join/x')
  expect(await screen.findByText('صفحه پیدا نشد')).toBeDefined()
})

test('shows a guest the order and returns to it after sign-in', async () => {
  await open('/premium/join/2')
  const order = await screen.findByRole('region', { name: 'خلاصهٔ سفارش' })
  expect(within(order).getAllByText('۲۲۹٬۰۰۰ تومان').length).toBeGreaterThan(0)
  const login = within(screen.getByRole('main')).getByRole('link', { name: 'ورود' })
  expect(login.getAttribute('href')).toContain(encodeURIComponent('/premium/join/2'))
})

test('asks no member to sign in while the session is being read', async () => {
  await device.registerMember()
  let wasAsked = false
  const observer = new MutationObserver(() => {
    wasAsked ||= document.querySelector('main a[href^="/auth/login"]') !== null
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await open('/premium/join/2')
  await button(/^پرداخت/)
  observer.disconnect()
  expect(wasAsked).toBe(false)
})

test('checks a code typed with Persian digits, shows its discount and sends one order on a double click', async () => {
  await device.registerMember()
  await createCode(device.server, { kind: 'discount', planId: null, percent: 10, word: 'NOW1405' })
  const { user } = await open('/premium/join/2')
  await user.type(await code(), 'now-۱۴۰۵')
  await user.click(await button('بررسی کد'))
  const order = screen.getByRole('region', { name: 'خلاصهٔ سفارش' })
  expect(await within(order).findByText('۲۰۶٬۱۰۰ تومان')).toBeDefined()
  expect(within(order).getByText('تخفیف')).toBeDefined()
  await user.dblClick(await button(/^پرداخت/))
  await waitFor(() => expect(localStorage.getItem('check-until')).not.toBeNull())
  expect(orders()).toHaveLength(1)
})

test('sends no order before the price with a typed code is shown', async () => {
  await device.registerMember()
  await createCode(device.server, { kind: 'discount', planId: null, percent: 10, word: 'ONE1405' })
  const { user } = await open('/premium/join/2')
  await user.type(await code(), 'ONE1405')
  expect(screen.queryByRole('button', { name: /^پرداخت/ })).toBeNull()
  await user.click(await button('ادامه با این کد'))
  expect(await button(/^پرداخت ۲۰۶٬۱۰۰/)).toBeDefined()
  expect(orders()).toHaveLength(0)
  expect(screen.getByText(/^\u200e\u2212۲۲٬۹۰۰/)).toBeDefined()
})

test('shows the price with a restored code, and restores it for its own plan only', async () => {
  await device.registerMember()
  await createCode(device.server, { kind: 'discount', planId: null, percent: 10, word: 'TWO1405' })
  const first = await open('/premium/join/2')
  await first.user.type(await code(), 'TWO1405')
  await open('/premium/join/2?payment=cancelled')
  expect(await button(/^پرداخت ۲۰۶٬۱۰۰/)).toBeDefined()
  await open('/premium/join/1')
  expect(await button(/^پرداخت/)).toBeDefined()
  expect((await code()).value).toBe('')
})

test('shows errors of a code at its field and focuses it', async () => {
  await device.registerMember()
  const { user } = await open('/premium/join/1')
  await user.type(await code(), 'کد')
  await user.click(await button('ادامه با این کد'))
  expect(await screen.findByText(/^کد فقط از حروف لاتین/)).toBeDefined()
  expect(orders()).toHaveLength(0)
  await user.clear(await code())
  await user.type(await code(), 'NOSUCHCODE')
  await user.click(await button('ادامه با این کد'))
  expect(await screen.findByText(/^چنین کدی نداریم/)).toBeDefined()
  expect(document.activeElement).toBe(await code())
  expect((await code()).getAttribute('aria-invalid')).toBe('true')
})

test('shows the id under which the server logged why an order failed', async () => {
  await device.registerMember()
  const { user } = await open('/premium/join/1')
  await button(/^پرداخت/)
  const headers = { 'X-Request-Id': '01890a5d-ac96' }
  device.network = (path) =>
    path.startsWith('/api/user/join2') ? Response.json({ message: 'خرابیم' }, { status: 502, headers }) : undefined
  await user.click(await button(/^پرداخت/))
  expect((await screen.findByText('01890a5d-ac96')).closest('[role=alert]')?.textContent).toContain('خرابیم')
})

test('reports a missing network and keeps the typed code through a reload', async () => {
  await device.registerMember()
  await open('/premium/plans')
  await screen.findByRole('list', { name: 'طرح‌های اشتراک' })
  device.goOffline()
  const first = await open('/premium/join/1')
  await first.user.type(await code(), 'ABCD-2345')
  await first.user.click(await button('ادامه با این کد'))
  expect(await screen.findByText(/^به سرور نرسیدیم/)).toBeDefined()
  expect(localStorage.getItem('check-until')).toBeNull()
  await open('/premium/join/1')
  await waitFor(async () => expect((await code()).value).toBe('ABCD-2345'))
})

test('shows the result when the user returns from the gateway', async () => {
  await device.registerMember()
  await open('/premium/join/1?payment=cancelled')
  expect(await screen.findByText(/^پرداخت انجام نشد/)).toBeDefined()
  await open('/premium/join/1?payment=<b>')
  await code()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('offers to start a plan now or after the current one, and the receipt shows the start', async () => {
  const member = await device.registerMember()
  await buy(member, 1)
  await buy(member, 2, '/api/user/reserve2')
  const { user } = await open('/premium/join/1')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'پس از اشتراک فعلی' })).checked).toBe(true)
  expect(isReloadHeldFor('task')).toBe(false)
  await user.click(screen.getByRole('radio', { name: 'همین حالا' }))
  expect(await screen.findByText(/^طرح تازه از همین حالا/)).toBeDefined()
  // A reload would reset the choice, so it is held back.
  expect(isReloadHeldFor('task')).toBe(true)
  await open('/successful-payment')
  expect(await screen.findByRole('heading', { level: 1, name: 'پرداخت موفق' })).toBeDefined()
  expect(screen.getByText(/^این طرح از/)).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'رسید' })).getByText('۲۲۹٬۰۰۰ تومان')).toBeDefined()
  await open('/gopremium')
  expect(await screen.findByText('اشتراک یک‌ماهه دارید')).toBeDefined()
  expect(screen.getByText('۳۰ روز مانده')).toBeDefined()
  await open('/user/dashboard')
  expect(await screen.findByText('۳۰ روز مانده')).toBeDefined()
  await open('/gopremium')
  expect(await screen.findByText(/^۱ طرح رزرو شده/)).toBeDefined()
})

test('lists all orders with their receipts, also offline', async () => {
  const member = await device.registerMember()
  await buy(member, 1)
  await member.post('/api/user/join2', { planId: 2 })
  await open('/gopremium')
  const history = async () => within(await screen.findByRole('region', { name: 'سفارش‌ها و رسیدها' }))
  expect((await (await history()).findAllByRole('listitem')).length).toBe(2)
  expect((await history()).getByText('در انتظار پرداخت')).toBeDefined()
  device.goOffline()
  const { user } = await open('/gopremium')
  await user.click(await (await history()).findByText('اشتراک یک‌ماهه', { selector: 'summary *' }))
  expect((await history()).getByText('شمارهٔ پیگیری')).toBeDefined()
})

test('shows a refund at the order and in its receipt', async () => {
  const member = await device.registerMember()
  await buy(member, 1)
  const operator = createOperatorOf(device.server)
  const [order] = (await operator('orders', {})).result.orders
  await operator('orders-refund', { id: order.id })

  const { user } = await open('/gopremium')
  const history = within(await screen.findByRole('region', { name: 'سفارش‌ها و رسیدها' }))
  expect(await history.findByText('بازپرداخت شد')).toBeDefined()
  expect(history.queryByText('پرداخت‌شده', { selector: 'summary *' })).toBeNull()
  await user.click(history.getByText('بازپرداخت شد'))
  expect(history.getByText('تاریخ بازپرداخت')).toBeDefined()
})

test('shows orders of a server that says nothing of refunds', async () => {
  const member = await device.registerMember()
  await buy(member, 1)
  const { data } = (await member.get('/api/user/orders')).json
  const [{ receipt, ...order }] = data
  const { refundedAt: _, ...older } = receipt
  device.network = (path) =>
    path === '/api/user/orders' ? Response.json({ data: [{ ...order, receipt: older }] }) : undefined
  await open('/gopremium')
  const history = within(await screen.findByRole('region', { name: 'سفارش‌ها و رسیدها' }))
  expect(await history.findByText('پرداخت‌شده', { selector: 'summary *' })).toBeDefined()
  expect(history.queryByText('بازپرداخت شد')).toBeNull()
})

test('checks a pending payment again and shows nothing without one', async () => {
  const member = await device.registerMember()
  await open('/successful-payment')
  expect(await screen.findByRole('heading', { level: 1, name: 'هنوز پرداختی ندارید' })).toBeDefined()
  const { paymentUrl } = (await member.post('/api/user/join2', { planId: 1 })).json.data
  const { user } = await open('/successful-payment')
  const again = await button('بررسی دوباره')
  await pay(device.server, paymentUrl)
  await user.click(again)
  expect(await screen.findByRole('heading', { level: 1, name: 'پرداخت موفق' })).toBeDefined()
})

test('redeems a gift code once and shows the end of the subscription', async () => {
  const member = await device.registerMember()
  const gift = await createCode(device.server, { planId: 2 })
  const { user } = await open('/gift')
  await user.click(await button('باز کردن هدیه'))
  expect(await screen.findByText('کد را بنویسید.')).toBeDefined()
  await user.type(await code(), gift.toLowerCase())
  await user.dblClick(await button('باز کردن هدیه'))
  expect(await screen.findByRole('heading', { level: 1, name: 'هدیهٔ شما باز شد' })).toBeDefined()
  expect(screen.getByText(/^اشتراک شما تا/)).toBeDefined()
  expect(orders()).toHaveLength(1)
  expect(await subscribed(member)).toMatchObject({ planId: 2 })
  await open('/gift')
  expect((await code()).value).toBe('')
})
