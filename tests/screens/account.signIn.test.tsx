import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runDeferredAction } from '#data/areas/runDeferredAction.ts'
import { savedState, setSaved } from '#data/areas/watchlist.ts'
import { expireSession, readSession } from '#data/database/session.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import { PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice

beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const errorOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const submit = (name: string) => within(document.querySelector('form') ?? document.body).getByRole('button', { name })

test('signs in and returns to the requested screen', async () => {
  const { email } = await device.server.createUser()
  const { user, currentHref } = await openApp('/auth/login?redirect=/user/watchlist?sort=year')
  await user.type(await screen.findByLabelText('ایمیل'), email)
  await user.type(field('گذرواژه'), PASSWORD)
  await user.click(submit('ورود'))
  await waitFor(() => expect(currentHref()).toBe('/user/watchlist?sort=year'))
  expect((await readSession())?.user.email).toBe(email)
  expect(readCookieNow('token')).toBeDefined()
})

test('shows an error at each empty field, focuses the first one and sends nothing', async () => {
  const { user } = await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  await user.click(submit('ورود'))
  expect(errorOf(field('ایمیل'))).toBe('این بخش را پر کنید.')
  expect(errorOf(field('گذرواژه'))).toBe('این بخش را پر کنید.')
  expect(field('ایمیل').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('ایمیل'))
  expect(device.sent.filter((request) => request.startsWith('POST'))).toEqual([])

  await user.type(field('ایمیل'), 's')
  expect(field('ایمیل').getAttribute('aria-invalid')).not.toBe('true')
})

test("shows the server's errors at their fields and keeps the other values", async () => {
  const { email } = await device.server.createUser()
  const { user } = await openApp('/auth/register')
  await user.type(await screen.findByLabelText('نام'), 'سارا')
  await user.type(field('ایمیل'), email)
  await user.type(field('گذرواژه'), PASSWORD)
  await user.type(field('تکرار گذرواژه'), PASSWORD)
  await user.click(submit('ساختن حساب'))
  await waitFor(() => expect(errorOf(field('ایمیل'))).toBe('با این ایمیل پیش‌تر حسابی ساخته شده است.'))
  expect(document.activeElement).toBe(field('ایمیل'))
  expect(field('نام').value).toBe('سارا')
  expect(field('گذرواژه').value).toBe(PASSWORD)
})

test('leads from a registered address to sign-in with the address filled in', async () => {
  const { email } = await device.server.createUser()
  const { user, currentHref } = await openApp('/auth/register?redirect=/user/watchlist')
  await user.type(await screen.findByLabelText('نام'), 'سارا')
  await user.type(field('ایمیل'), email)
  await user.type(field('گذرواژه'), PASSWORD)
  await user.type(field('تکرار گذرواژه'), PASSWORD)
  expect(screen.queryByRole('link', { name: 'ورود با همین ایمیل' })).toBeNull()
  await user.click(submit('ساختن حساب'))
  await user.click(await screen.findByRole('link', { name: 'ورود با همین ایمیل' }))
  await waitFor(() => expect(currentHref()).toBe('/auth/login?redirect=%2Fuser%2Fwatchlist'))
  expect((await screen.findByLabelText<HTMLInputElement>('ایمیل')).value).toBe(email)
})

test("shows a wrong password once, for the whole form, with the server's message", async () => {
  const { email } = await device.server.createUser()
  const { user } = await openApp('/auth/login')
  await user.type(await screen.findByLabelText('ایمیل'), email)
  await user.type(field('گذرواژه'), 'not the one')
  await user.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toBe('ایمیل یا گذرواژه درست نیست.')
  expect(await readSession()).toBeUndefined()
})

test('shows the default message for a failure without a message', async () => {
  device.network = (path) => (path.includes('/sanc/login') ? Response.json({}, { status: 500 }) : undefined)
  const { user } = await openApp('/auth/login')
  await user.type(await screen.findByLabelText('ایمیل'), 'sara@example.com')
  await user.type(field('گذرواژه'), PASSWORD)
  await user.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toBe('مشکلی در انجام فرایند پیش آمده است')
})

test('shows the id under which the server logged why it could not sign in, until the next attempt', async () => {
  const { email } = await device.server.createUser()
  const headers = { 'X-Request-Id': '01890a5d-ac96' }
  device.network = (path) => (path.includes('/sanc/login') ? Response.json({}, { status: 500, headers }) : undefined)
  const { user } = await openApp('/auth/login')
  await user.type(await screen.findByLabelText('ایمیل'), email)
  await user.type(field('گذرواژه'), 'not the one')
  await user.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toContain('کد پیگیری: 01890a5d-ac96')
  device.network = 'up'
  await user.click(submit('ورود'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('ایمیل یا گذرواژه درست نیست.'))
})

test('sends the form once when the button is pressed repeatedly', async () => {
  const { email } = await device.server.createUser()
  const { user, currentHref } = await openApp('/auth/login')
  await user.type(await screen.findByLabelText('ایمیل'), email)
  await user.type(field('گذرواژه'), PASSWORD)
  const button = submit('ورود')
  await user.tripleClick(button)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(device.sent.filter((request) => request === 'POST /api/sanc/login')).toHaveLength(1)
})

test('reports a missing network and keeps the typed e-mail address through a reload, but stores no password', async () => {
  device.goOffline()
  const first = await openApp('/auth/login')
  await first.user.type(await screen.findByLabelText('ایمیل'), 'sara@example.com')
  await first.user.type(field('گذرواژه'), 'a secret of mine')
  await first.user.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toContain('به سرور نرسیدیم')
  expect(field('گذرواژه').value).toBe('a secret of mine')
  first.close()

  await openApp('/auth/login')
  expect((await screen.findByLabelText<HTMLInputElement>('ایمیل')).value).toBe('sara@example.com')
  expect(field('گذرواژه').value).toBe('')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('a secret of mine')
})

test('can show the password and writes its field left to right', async () => {
  const { user } = await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  expect(field('گذرواژه').type).toBe('password')
  expect(field('گذرواژه').dir).toBe('ltr')
  expect(field('ایمیل').dir).toBe('ltr')
  await user.click(screen.getByRole('button', { name: 'نمایش گذرواژه' }))
  expect(field('گذرواژه').type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'پنهان کردن گذرواژه' }))
  expect(field('گذرواژه').type).toBe('password')
})

test('registers an account after a referral', async () => {
  writeCookie('ref', 'ad', 7)
  const { user, currentHref } = await openApp('/auth/register')
  await user.type(await screen.findByLabelText('نام'), 'سارا')
  await user.type(field('ایمیل'), 'sara۱۴۰۱@example.com')
  await user.type(field('گذرواژه'), PASSWORD)
  await user.type(field('تکرار گذرواژه'), PASSWORD)
  await user.click(submit('ساختن حساب'))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect((await readSession())?.user.email).toBe('sara1401@example.com')
})

test('says why a guest came to sign in, and does what the guest began once after registration', async () => {
  const card = await popularCard(device.server)
  const first = await openApp(card.path)
  await first.user.click((await screen.findAllByRole('button', { name: 'ذخیره' }))[0] as HTMLElement)
  await waitFor(() => expect(first.currentHref()).toContain('/auth/login'))
  expect(
    await screen.findByText(`برای ذخیرهٔ «${card.titleFa}» به حساب نیاز دارید؛ پس از ورود خودش ذخیره می‌شود.`),
  ).toBeDefined()
  await first.user.click(screen.getAllByRole('link', { name: 'ثبت‌نام' }).at(-1) as HTMLElement)
  expect(await screen.findByText(/پس از ثبت‌نام خودش ذخیره می‌شود/)).toBeDefined()
  await first.user.type(await screen.findByLabelText('نام'), 'سارا')
  await first.user.type(field('ایمیل'), 'sara@example.com')
  await first.user.type(field('گذرواژه'), PASSWORD)
  await first.user.type(field('تکرار گذرواژه'), PASSWORD)
  await first.user.click(submit('ساختن حساب'))
  await waitFor(() => expect(first.currentHref()).toBe(card.path))
  expect((await savedState(card.id)).saved).toBe(true)
  await setSaved({ titleId: card.id, saved: false, card })
  await runDeferredAction()
  expect((await savedState(card.id)).saved).toBe(false)
})

test('sends the comment of a guest after sign-in and empties its draft', async () => {
  const { email } = await device.server.createUser()
  const card = await popularCard(device.server)
  const { user, currentHref } = await openApp(card.path)
  await user.type(await screen.findByLabelText('نظر شما'), 'یک فیلم بی‌نظیر')
  await user.click(screen.getByRole('button', { name: 'ارسال نظر' }))
  expect(await screen.findByText(/نظرتان خودش فرستاده می‌شود/)).toBeDefined()
  await user.type(await screen.findByLabelText('ایمیل'), email)
  await user.type(field('گذرواژه'), PASSWORD)
  await user.click(submit('ورود'))
  await waitFor(() => expect(currentHref()).toBe(`${card.path}#comments`))
  expect(await screen.findByText('یک فیلم بی‌نظیر', { selector: 'article *' })).toBeDefined()
  expect(await screen.findByLabelText('نظر شما')).toHaveProperty('value', '')
})

test('redirects a guest from a personal screen to sign-in and back', async () => {
  const { currentHref } = await openApp('/user/watchlist?type=series')
  expect(currentHref()).toBe(`/auth/login?redirect=${encodeURIComponent('/user/watchlist?type=series')}`)
})

test('redirects a guest with a referral to registration', async () => {
  writeCookie('ref', 'ad', 7)
  const { currentHref } = await openApp('/user/watchlist')
  expect(currentHref()).toBe(`/auth/register?redirect=${encodeURIComponent('/user/watchlist')}`)
})

test('redirects a signed-in user away from the sign-in screen', async () => {
  await device.registerMember()
  const { currentHref } = await openApp('/auth/login?redirect=/user/watchlist')
  expect(currentHref()).toBe('/user/watchlist')
})

test('ignores a redirect to another site', async () => {
  await device.registerMember()
  const { currentHref } = await openApp(`/auth/login?redirect=${encodeURIComponent('//evil.example/')}`)
  expect(currentHref()).toBe('/')
})

test('leaves the sign-in screen when the user signs in in another tab', async () => {
  const member = await device.server.createUser()
  const { currentHref } = await openApp('/auth/login?redirect=/user/watchlist')
  await screen.findByLabelText('ایمیل')
  await device.signIn(member)
  await waitFor(() => expect(currentHref()).toBe('/user/watchlist'))
})

test('opens personal screens from the device with an expired session and offers to sign in again', async () => {
  const member = await device.registerMember()
  await expireSession((await readSession())?.token ?? '')
  const { user, currentHref } = await openApp('/user/watchlist')
  expect(currentHref()).toBe('/user/watchlist')
  await user.click(await screen.findByRole('link', { name: 'ورود دوباره' }))
  await waitFor(() => expect(currentHref()).toContain('/auth/login'))
  expect(await screen.findByText(`نشست «${member.name}» به پایان رسیده است`)).toBeDefined()
  expect(field('ایمیل').value).toBe(member.email)

  await user.type(field('گذرواژه'), PASSWORD)
  await user.click(submit('ورود'))
  await waitFor(() => expect(currentHref()).toBe('/user/watchlist'))
  expect((await readSession())?.status).toBe('active')
})
