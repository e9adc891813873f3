import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginSession, endSession, readSession } from '#data/database/session.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice

beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const NEW = 'another horse 1405'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const errorOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const submit = (name: string) => within(document.querySelector('form') ?? document.body).getByRole('button', { name })
const posts = (path: string) => device.sent.filter((request) => request === `POST ${path}`)
/** The path of the last mailed link. */
const mailedPath = async () => {
  const link = /https?:\S+\/auth\/reset-password\/\S+/.exec((await device.server.letters()).at(-1)?.text ?? '')?.[0]
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

test('resets a forgotten password by mail from the sign-in screen', async () => {
  const { email } = await device.server.createUser()
  const first = await openApp('/auth/login')
  await first.user.type(await screen.findByLabelText('ایمیل'), email)
  await first.user.click(screen.getByRole('link', { name: 'گذرواژه را فراموش کرده‌اید؟' }))
  await screen.findByRole('heading', { name: 'بازیابی گذرواژه' })
  // The e-mail address typed on the sign-in screen is kept.
  expect(field('ایمیل').value).toBe(email)
  expect(field('ایمیل').autocomplete).toBe('username')
  await first.user.tripleClick(submit('فرستادن پیوند'))
  await screen.findByRole('heading', { name: 'صندوق ایمیلتان را ببینید' })
  expect(posts('/api/forgot-password')).toHaveLength(1)
  first.close()

  const { user, currentHref } = await openApp(await mailedPath())
  expect((await screen.findAllByText(email)).length).toBeGreaterThan(0)
  for (const label of ['گذرواژهٔ تازه', 'تکرار گذرواژهٔ تازه']) {
    expect(field(label).autocomplete).toBe('new-password')
    await user.type(field(label), NEW)
  }
  await user.tripleClick(submit('ثبت گذرواژه'))
  await waitFor(() => expect(currentHref()).toBe('/auth/login'))
  expect(posts('/api/reset-password')).toHaveLength(1)
  expect((await screen.findByLabelText<HTMLInputElement>('ایمیل')).value).toBe(email)
  await user.type(field('گذرواژه'), NEW)
  await user.click(submit('ورود'))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect((await readSession())?.user.email).toBe(email)
})

test('shows the same message whether or not the account exists', async () => {
  const { user } = await openApp('/auth/forgot-password')
  await user.type(await screen.findByLabelText('ایمیل'), 'nobody@parde.example')
  await user.click(submit('فرستادن پیوند'))
  await screen.findByText(/اگر با این ایمیل حسابی باشد/)
  await user.click(screen.getByRole('button', { name: 'ایمیل دیگری دارم یا چیزی نرسید' }))
  expect((await screen.findByLabelText<HTMLInputElement>('ایمیل')).value).toBe('nobody@parde.example')
})

test('reports the waiting time after too many requests', async () => {
  for (let n = 0; n < 3; n++)
    await device.server.createGuest().post('/api/forgot-password', { email: 'a@parde.example' })
  const { user } = await openApp('/auth/forgot-password')
  await user.type(await screen.findByLabelText('ایمیل'), 'a@parde.example')
  await user.click(submit('فرستادن پیوند'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/دقیقهٔ دیگر دوباره تلاش کنید/)
})

test("shows the server's message for an expired link with a way to a new one and keeps the typed password", async () => {
  const { user } = await openApp('/auth/reset-password/made-up?email=sara%40parde.example')
  await user.type(await screen.findByLabelText('گذرواژهٔ تازه'), NEW)
  await user.type(field('تکرار گذرواژهٔ تازه'), NEW)
  await user.click(submit('ثبت گذرواژه'))
  expect((await screen.findByRole('alert')).textContent).toContain('این پیوند دیگر کار نمی‌کند')
  expect(field('گذرواژهٔ تازه').value).toBe(NEW)
  expect(screen.getByRole('link', { name: 'پیوند تازه بگیرید' }).getAttribute('href')).toBe('/auth/forgot-password')
})

test('asks for the e-mail address of a link without one and shows each error at its field', async () => {
  const { user } = await openApp('/auth/reset-password/made-up')
  await user.type(await screen.findByLabelText('گذرواژهٔ تازه'), 'short')
  await user.click(submit('ثبت گذرواژه'))
  expect(errorOf(field('ایمیل'))).toBe('این بخش را پر کنید.')
  expect(errorOf(field('گذرواژهٔ تازه'))).toContain('دست‌کم ۸ نویسه')
  expect(errorOf(field('تکرار گذرواژهٔ تازه'))).not.toBe('')
  expect(document.activeElement).toBe(field('ایمیل'))
  expect(posts('/api/reset-password')).toEqual([])
})

test("ends the session of this device after a reset by mail and keeps the user's data", async () => {
  const member = await device.registerMember()
  await device.server.createGuest().post('/api/forgot-password', { email: member.email })
  const { user, currentHref } = await openApp(await mailedPath())
  await user.type(await screen.findByLabelText('گذرواژهٔ تازه'), NEW)
  await user.type(field('تکرار گذرواژهٔ تازه'), NEW)
  await user.click(submit('ثبت گذرواژه'))
  await waitFor(() => expect(currentHref()).toBe('/auth/login'))
  expect(await readSession()).toMatchObject({ status: 'expired', user: { id: member.id } })
  expect(await screen.findByText(`نشست «${member.name}» به پایان رسیده است`)).toBeDefined()
})

async function fillChange(user: Awaited<ReturnType<typeof openApp>>['user'], current: string) {
  await user.type(await screen.findByLabelText('گذرواژهٔ فعلی'), current)
  await user.type(field('گذرواژهٔ تازه'), NEW)
  await user.type(field('تکرار گذرواژهٔ تازه'), NEW)
}

test('changes the password, keeps this device signed in and signs out the others', async () => {
  const member = await device.registerMember()
  const other = await member.signIn()
  const { user, currentHref } = await openApp('/user/edit-password')
  await fillChange(user, PASSWORD)
  expect(field('گذرواژهٔ فعلی').autocomplete).toBe('current-password')
  expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe(member.email)
  await user.click(screen.getAllByRole('button', { name: 'نمایش گذرواژه' })[0] ?? document.body)
  expect(field('گذرواژهٔ فعلی').type).toBe('text')
  expect(field('گذرواژهٔ تازه').type).toBe('password')
  await user.tripleClick(submit('تغییر گذرواژه'))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(posts('/api/sanc/password')).toHaveLength(1)
  const session = await readSession()
  expect(session).toMatchObject({ status: 'active', user: { id: member.id } })
  const asDevice = device.server.createGuest()
  asDevice.token = session?.token
  expect((await asDevice.get('/api/user')).status).toBe(200)
  expect((await other.get('/api/user')).status).toBe(401)
})

test('shows a wrong current password at its field and keeps the other values', async () => {
  await device.registerMember()
  const { user, currentHref } = await openApp('/user/edit-password')
  await fillChange(user, 'not the one')
  await user.click(submit('تغییر گذرواژه'))
  await waitFor(() => expect(errorOf(field('گذرواژهٔ فعلی'))).toBe('گذرواژهٔ فعلی درست نیست.'))
  expect(document.activeElement).toBe(field('گذرواژهٔ فعلی'))
  expect(field('گذرواژهٔ تازه').value).toBe(NEW)
  expect(currentHref()).toBe('/user/edit-password')
})

test('reports a missing network, sends nothing later and stores no password', async () => {
  await device.registerMember()
  device.goOffline()
  const { user } = await openApp('/user/edit-password')
  await fillChange(user, PASSWORD)
  await user.click(submit('تغییر گذرواژه'))
  expect((await screen.findByRole('alert')).textContent).toContain('به سرور نرسیدیم')
  expect(field('گذرواژهٔ تازه').value).toBe(NEW)
  const stored = JSON.stringify({ ...sessionStorage, ...localStorage })
  expect(stored).not.toContain(NEW)
  expect(stored).not.toContain(PASSWORD)
})

test('explains that a Telegram account has no password and asks to sign in after a sign-out in another tab', async () => {
  await device.registerMember()
  const session = await readSession()
  if (!session) throw new Error('no session')
  await beginSession(session.token, { ...session.user, email: null })
  await openApp('/user/edit-password')
  expect(await screen.findByRole('heading', { name: 'این حساب گذرواژه ندارد' })).toBeDefined()
  await endSession()
  expect(await screen.findByRole('heading', { name: 'از حساب خارج شده‌اید' })).toBeDefined()
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'ورود' })
  expect(link.getAttribute('href')).toBe(`/auth/login?redirect=${encodeURIComponent('/user/edit-password')}`)
})
