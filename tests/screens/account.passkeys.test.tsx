import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PASSKEYS_MAX } from '#contract/passkeys.ts'
import { readSession } from '#data/database/session.ts'
import { createPasskey } from '#data/session/passkeys.ts'
import { signOut } from '#data/session/signOut.ts'
import { openApp } from '#tests/harness/app.tsx'
import { addPasskey, createAuthenticator } from '#tests/harness/authenticator.ts'
import { type FakeCredentials, fakeCredentials } from '#tests/harness/browser/fakeCredentials.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { type Member, PASSWORD } from '#tests/harness/server.ts'
import { currentSnackbar, dismissSnackbar } from '#ui/feedback/snackbar.ts'

const BY_PASSKEY = 'ورود با کلید عبور'
const CREATE = 'ساختن کلید عبور'

let device: TestDevice
let member: Member
let credentials: FakeCredentials

beforeEach(async () => {
  localStorage.clear()
  device = await createDevice()
  credentials = fakeCredentials()
  member = await device.registerMember()
})
afterEach(async () => {
  dismissSnackbar(currentSnackbar()?.id ?? 0)
  credentials.restore()
  await device.close()
})

/** A member with a passkey on this device, who has signed out. */
async function leaveWithPasskey() {
  const made = await createPasskey()
  if (!made.ok) throw new Error(`no passkey: ${JSON.stringify(made)}`)
  await signOut({ keepData: false })
}

const section = () => screen.findByRole('region', { name: 'کلیدهای عبور' })
const withoutPasskeys = (path: string) =>
  /passkey/.test(path) ? Response.json({ message: '' }, { status: 404 }) : undefined

test('signs in with a passkey and returns to the requested screen', async () => {
  await leaveWithPasskey()
  const { user, currentHref } = await openApp('/auth/login?redirect=/user/watchlist')
  await user.click(await screen.findByRole('button', { name: BY_PASSKEY }))
  await waitFor(() => expect(currentHref()).toBe('/user/watchlist'))
  expect((await readSession())?.user.id).toBe(member.id)
})

test('shows why the server refused a passkey, and nothing when the user closes the dialog', async () => {
  await leaveWithPasskey()
  const { user } = await openApp('/auth/login')
  credentials.failure = 'NotAllowedError'
  const button = await screen.findByRole('button', { name: BY_PASSKEY })
  await user.click(button)
  await waitFor(() => expect(credentials.dialogs).toBe(2))
  await screen.findByRole('button', { name: BY_PASSKEY })
  expect(screen.queryByRole('alert')).toBeNull()

  credentials.failure = 'SecurityError'
  await user.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('با گذرواژه وارد شوید')

  credentials.failure = undefined
  credentials.authenticator = createAuthenticator()
  await user.click(button)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('در پرده ثبت نیست'))
  expect(await readSession()).toBeUndefined()
})

test('says that a sign-in needs a network, also before it knows whether the server has passkeys', async () => {
  await signOut({ keepData: false })
  device.goOffline()
  const { user } = await openApp('/auth/login')
  await user.click(await screen.findByRole('button', { name: BY_PASSKEY }, { timeout: 20_000 }))
  expect((await screen.findByRole('alert')).textContent).toContain('به سرور نرسیدیم')
  expect(credentials.dialogs).toBe(0)
})

test('has no button where the browser or the server has no passkeys', async () => {
  await signOut({ keepData: false })
  device.network = withoutPasskeys
  const first = await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  await waitFor(() => expect(device.sent).toContain('GET /api/auth/passkey'))
  await waitFor(() => expect(screen.queryByRole('button', { name: BY_PASSKEY, hidden: true })).toBeNull())
  first.close()

  device.network = 'up'
  credentials.restore()
  await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  expect(screen.queryByRole('button', { name: BY_PASSKEY, hidden: true })).toBeNull()
})

test('creates a passkey, lists it and removes it after a confirmation', async () => {
  const { user } = await openApp('/user/dashboard')
  const panel = within(await section())
  await panel.findByText('هنوز کلید عبوری نساخته‌اید.')
  await user.click(panel.getByRole('button', { name: CREATE }))
  const row = await panel.findByRole('listitem')
  expect(row.textContent).toContain('هنوز با آن وارد نشده‌اید')
  expect(currentSnackbar()?.text).toContain('کلید عبور ساخته شد')

  await user.click(panel.getByRole('button', { name: CREATE }))
  await waitFor(() => expect(currentSnackbar()?.text).toContain('از پیش'))

  await user.click(panel.getByRole('button', { name: /^حذف کلید عبور/ }))
  await user.click(await screen.findByRole('button', { name: 'نگه داشتن' }))
  expect(panel.getAllByRole('listitem', { hidden: true })).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(panel.getByRole('button', { name: /^حذف کلید عبور/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'حذف کلید عبور' }))
  await panel.findByText('هنوز کلید عبوری نساخته‌اید.')
  expect(device.sent.filter((request) => request.startsWith('DELETE'))).toHaveLength(1)
})

test.each([
  ['ConstraintError', 'شاید قفل صفحه ندارد'],
  ['UnknownError', 'مشکلی در انجام فرایند پیش آمده است'],
])('says why the device has made no passkey: %s', async (failure, text) => {
  credentials.failure = failure
  const { user } = await openApp('/user/dashboard')
  await user.click(await within(await section()).findByRole('button', { name: CREATE }))
  await waitFor(() => expect(currentSnackbar()?.text).toContain(text))
})

test('lists the passkeys of a full account without a button', async () => {
  for (let n = 0; n < PASSKEYS_MAX; n++) await addPasskey(member, createAuthenticator())
  await openApp('/user/dashboard')
  const panel = within(await section())
  await panel.findByText(/حداکثر ۲۰ کلید عبور/)
  expect(panel.getAllByRole('listitem')).toHaveLength(PASSKEYS_MAX)
  expect(panel.queryByRole('button', { name: CREATE })).toBeNull()
})

test('says that the list and a new passkey need a network', async () => {
  const { user } = await openApp('/user/dashboard')
  const panel = within(await section())
  const button = await panel.findByRole('button', { name: CREATE })
  device.disconnect()
  await panel.findByText('ساختن و حذف کلید عبور به اینترنت نیاز دارد.')
  await user.click(button)
  await waitFor(() => expect(currentSnackbar()?.text).toContain('ساختن کلید عبور به اینترنت نیاز دارد'))
  expect(credentials.dialogs).toBe(0)
})

test('hides the list when the server has no passkeys', async () => {
  device.network = withoutPasskeys
  await openApp('/user/dashboard')
  await screen.findByRole('heading', { name: 'دستگاه‌های شما' })
  await expect.poll(() => screen.queryByRole('heading', { name: 'کلیدهای عبور' })).toBeNull()
})

test('offers a passkey once after a sign-in by password, where the device can store one', async () => {
  const enter = async () => {
    const { user, currentHref, close } = await openApp('/auth/login')
    await user.type(await screen.findByLabelText('ایمیل'), member.email)
    await user.type(screen.getByLabelText('گذرواژه'), PASSWORD)
    await user.click(within(document.querySelector('form') ?? document.body).getByRole('button', { name: 'ورود' }))
    await waitFor(() => expect(currentHref()).toBe('/'))
    return { user, close }
  }
  await signOut({ keepData: false })
  credentials.hasLock = false
  const first = await enter()
  expect(device.sent).not.toContain('GET /api/user/passkeys')
  first.close()

  await signOut({ keepData: false })
  credentials.hasLock = true
  const second = await enter()
  await second.user.click(await screen.findByRole('button', { name: CREATE }))
  await waitFor(() => expect(currentSnackbar()?.text).toContain('کلید عبور ساخته شد'))
  second.close()

  await signOut({ keepData: false })
  dismissSnackbar(currentSnackbar()?.id ?? 0)
  const asked = device.sent.length
  const third = await enter()
  expect(device.sent.slice(asked)).not.toContain('GET /api/user/passkeys')
  expect(screen.queryByRole('button', { name: CREATE })).toBeNull()
  third.close()
})
