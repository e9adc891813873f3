import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSession } from '#data/database/session.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const NEW = 'new@parde.example'
const form = async (name: string) => within(await screen.findByRole('region', { name }))
const mailedPath = async () => {
  const letter = (await device.server.letters()).findLast(({ to }) => to === NEW)
  const link = /https?:\S+\/auth\/confirm-email\/\S+/.exec(letter?.text ?? '')?.[0]
  return new URL(link ?? '').pathname
}
async function requestChange(user: Awaited<ReturnType<typeof openApp>>['user'], address = NEW) {
  const email = await form('ایمیل')
  await user.type(email.getByLabelText('ایمیل تازه'), address)
  await user.type(email.getByLabelText('گذرواژه'), PASSWORD)
  await user.click(email.getByRole('button', { name: 'فرستادن پیوند تأیید' }))
}

test('changes the name and greets the user with it on the dashboard', async () => {
  await device.registerMember()
  const { user, router } = await openApp('/user/dashboard')
  await user.click(await screen.findByRole('link', { name: 'نام و ایمیل' }))
  const name = await form('نام')
  await user.clear(name.getByLabelText('نام'))
  await user.click(name.getByRole('button', { name: 'ثبت نام تازه' }))
  expect(await name.findByText('این بخش را پر کنید.')).toBeDefined()
  await user.type(name.getByLabelText('نام'), 'مهتاب')
  await user.click(name.getByRole('button', { name: 'ثبت نام تازه' }))
  expect(await screen.findByText('نام شما «مهتاب» شد')).toBeDefined()
  expect((await readSession())?.user.name).toBe('مهتاب')
  expect((await form('نام')).getByLabelText('نام')).toHaveProperty('value', 'مهتاب')
  await router.navigate({ to: '/user/dashboard' })
  expect(await screen.findByRole('heading', { level: 1, name: /مهتاب/ })).toBeDefined()
})

test('changes the e-mail address after the mailed link was opened', async () => {
  const member = await device.registerMember()
  const first = await openApp('/user/account')
  expect(await screen.findByText(member.email)).toBeDefined()
  await requestChange(first.user)
  expect(await screen.findByText('صندوق ایمیل تازه را ببینید')).toBeDefined()
  expect(screen.getByText(new RegExp(`پیوند تأیید به ${NEW}`))).toBeDefined()
  expect((await readSession())?.user.email).toBe(member.email)
  first.close()

  await openApp(await mailedPath())
  expect(await screen.findByRole('heading', { level: 1, name: 'ایمیل شما عوض شد' })).toBeDefined()
  await waitFor(async () => expect((await readSession())?.user.email).toBe(NEW))
  expect(device.sent.filter((line) => line === 'POST /api/confirm-email')).toHaveLength(1)
})

test('shows at their fields that an address is used and that the password is wrong', async () => {
  const other = await device.server.createUser()
  await device.registerMember()
  const { user } = await openApp('/user/account')
  await requestChange(user, other.email)
  const email = await form('ایمیل')
  expect(await email.findByText('با این ایمیل پیش‌تر حسابی ساخته شده است.')).toBeDefined()
  await user.clear(email.getByLabelText('ایمیل تازه'))
  await user.type(email.getByLabelText('ایمیل تازه'), NEW)
  await user.type(email.getByLabelText('گذرواژه'), 'x')
  await user.click(email.getByRole('button', { name: 'فرستادن پیوند تأیید' }))
  await waitFor(() => expect(email.getByLabelText('گذرواژه').getAttribute('aria-invalid')).toBe('true'))
  expect(await device.server.letters()).toEqual([])
})

test('shows the id under which the server logged why it could not confirm the address', async () => {
  const headers = { 'X-Request-Id': '01890a5d-ac96' }
  device.network = (path) => (path === '/api/confirm-email' ? Response.json({}, { status: 500, headers }) : undefined)
  await openApp('/auth/confirm-email/made-up')
  expect(await screen.findByText('01890a5d-ac96')).toBeDefined()
})

test('says without a network that changes need one, and confirms the address on the second attempt', async () => {
  await device.registerMember()
  const first = await openApp('/user/account')
  await requestChange(first.user)
  await screen.findByText('صندوق ایمیل تازه را ببینید')
  first.close()
  const path = await mailedPath()
  device.disconnect()
  const second = await openApp('/user/account')
  expect(await screen.findByText('تغییر نام و ایمیل به اینترنت نیاز دارد.')).toBeDefined()
  second.close()
  const third = await openApp(path)
  expect(await screen.findByRole('heading', { level: 1, name: 'ایمیل عوض نشد' })).toBeDefined()
  device.goOnline()
  await third.user.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'ایمیل شما عوض شد' })).toBeDefined()
})

test('explains that a link no longer works', async () => {
  await openApp('/auth/confirm-email/made-up')
  expect(await screen.findByRole('heading', { level: 1, name: 'ایمیل عوض نشد' })).toBeDefined()
  expect(screen.getByText(/این پیوند دیگر کار نمی‌کند/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'گرفتن پیوند تازه' }).getAttribute('href')).toBe('/user/account')
})
