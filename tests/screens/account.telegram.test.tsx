import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '#data/database/session.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { initDataOf, type LaunchFields } from '#tests/harness/fixtures/telegram.ts'
import { BOT } from '#tests/harness/server.ts'

let device: TestDevice

beforeEach(async () => {
  device = await createDevice()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await device.close()
})

/** The address that Telegram opens. */
function launch(fields: LaunchFields = {}) {
  const initData = initDataOf({
    query_id: `q${Math.random()}`,
    user: { id: 700, first_name: 'سارا', username: 'sara_k' },
    auth_date: Math.floor(device.server.now().getTime() / 1000),
    ...fields,
  })
  const parameters = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: '7.10',
    tgWebAppPlatform: 'android',
  })
  return `/telegram-app#${parameters}`
}
const attempts = () => device.sent.filter((request) => request === 'POST /api/auth/telegram')

test('signs in automatically inside Telegram and opens the home screen', async () => {
  const { currentHref } = await openApp(launch())
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect((await readSession())?.user).toMatchObject({ name: 'سارا', telegram: 'sara_k', email: null })
  expect(attempts()).toHaveLength(1)
})

test('opens the home screen for a signed-in user when the launch data was used before', async () => {
  const address = launch()
  const first = await openApp(address)
  await waitFor(() => expect(first.currentHref()).toBe('/'))
  first.close()
  const { currentHref } = await openApp(address)
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(attempts()).toHaveLength(1)
})

test("shows the server's refusal of unsigned launch data and another way to sign in", async () => {
  const { currentHref } = await openApp(launch({ auth_date: 1_700_000_000 }))
  expect(await screen.findByText(/ورود با تلگرام پذیرفته نشد/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'ورود با ایمیل' }).getAttribute('href')).toBe('/auth/login')
  expect(currentHref()).toContain('/telegram-app')
  expect(await readSession()).toBeUndefined()
})

test('shows the id under which the server logged why it could not sign in', async () => {
  const headers = { 'X-Request-Id': '01890a5d-ac96' }
  device.network = (path) => (path === '/api/auth/telegram' ? Response.json({}, { status: 500, headers }) : undefined)
  await openApp(launch())
  expect(await screen.findByText('01890a5d-ac96')).toBeDefined()
})

test('reports a missing network and signs in on retry', async () => {
  device.goOffline()
  const { user, currentHref } = await openApp(launch())
  const again = await screen.findByRole('button', { name: 'تلاش دوباره' })
  device.goOnline()
  await user.click(again)
  await waitFor(() => expect(currentHref()).toBe('/'))
})

test('adds an e-mail address to an account without a password', async () => {
  const first = await openApp(launch())
  await waitFor(async () => expect((await readSession())?.user.email).toBeNull())
  first.close()
  const password = await openApp('/user/edit-password')
  await password.user.click(await screen.findByRole('link', { name: 'افزودن ایمیل' }))
  const form = within(await screen.findByRole('region', { name: 'ایمیل' }))
  expect(form.queryByLabelText('گذرواژه')).toBeNull()
  await password.user.type(form.getByLabelText('ایمیل'), 'sara@parde.example')
  await password.user.click(form.getByRole('button', { name: 'فرستادن پیوند تأیید' }))
  expect(await form.findByText(/با باز کردن آن، ایمیل به حساب شما افزوده می‌شود/)).toBeDefined()
  const [letter] = await device.server.letters()
  password.close()

  await openApp(/\/auth\/confirm-email\/\S+/.exec(letter?.text ?? '')?.[0] ?? '')
  await waitFor(async () => expect((await readSession())?.user.email).toBe('sara@parde.example'))
})

test('explains outside Telegram how to open the app there', async () => {
  await openApp('/telegram-app')
  const link = await screen.findByRole('link', { name: 'باز کردن در تلگرام' })
  expect(link.getAttribute('href')).toBe(`https://t.me/${BOT.bot}?startapp`)
  expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(3)
  expect(attempts()).toEqual([])
})

test.each([
  ['no bot', () => Response.json({ data: { open: false, link: null } })],
  ['no Telegram sign-in', () => Response.json({ message: 'نیست', code: 'not_found' }, { status: 404 })],
])('hides Telegram from the sign-in screen of a server with %s', async (_, answer) => {
  device.network = (path) => (path === '/api/auth/telegram' ? answer() : undefined)
  const first = await openApp('/telegram-app')
  expect(await screen.findByText('ورود با تلگرام راه‌اندازی نشده است.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'باز کردن در تلگرام' })).toBeNull()
  first.close()
  await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  await waitFor(() => expect(device.sent.filter((request) => request === 'GET /api/auth/telegram')).toHaveLength(2))
  expect(screen.queryByRole('link', { name: 'ورود با تلگرام' })).toBeNull()
})

test('links to Telegram from the sign-in screen', async () => {
  const { user, currentHref } = await openApp('/auth/login')
  await user.click(await screen.findByRole('link', { name: 'ورود با تلگرام' }))
  await waitFor(() => expect(currentHref()).toBe('/telegram-app'))
})

test('opens its own window instead of signing in inside a frame', async () => {
  vi.stubGlobal('parent', {})
  const address = launch()
  await openApp(address)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'باز کردن در پنجرهٔ تازه' })
  expect(new URL(link.href).hash).toContain('tgWebAppData')
  expect(link.target).toBe('_blank')
  expect(attempts()).toEqual([])
})
