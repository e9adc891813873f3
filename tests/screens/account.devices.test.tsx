import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#app/queryClient.ts'
import { DevicesSection } from '#features/account/session/DevicesSection.tsx'
import { Snackbars } from '#features/shell/notices/Snackbars.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import type { Caller, Member } from '#tests/harness/server.ts'
import { currentSnackbar } from '#ui/feedback/snackbar.ts'

let device: TestDevice
let member: Member
let other: Caller

beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  other = await member.signIn()
})
afterEach(() => device.close())

const show = () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DevicesSection />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent ?? '')

test('lists this device first, without a sign-out button', async () => {
  show()
  // The registration, this device, and the other device.
  const listed = await rows()
  expect(listed).toHaveLength(3)
  expect(listed[0]).toContain('این دستگاه')
  expect(listed[0]).toContain('آخرین فعالیت: همین حالا')
  const [first] = screen.getAllByRole('listitem')
  if (!first) throw new Error('there is no row')
  expect(within(first).queryByRole('button')).toBeNull()
})

test('signs one device out and updates the list', async () => {
  const user = show()
  const [button] = await screen.findAllByRole('button', { name: /^خروج از دستگاه ناشناس/ })
  if (button) await user.click(button)
  await expect.poll(async () => (await rows()).length).toBe(2)
  expect(currentSnackbar()?.text).toContain('از حساب خارج شد')
  const statuses = [(await member.get('/api/user')).status, (await other.get('/api/user')).status]
  expect(statuses.toSorted()).toEqual([200, 401])
})

test('signs all other devices out with one request when pressed repeatedly', async () => {
  const user = show()
  await user.tripleClick(await screen.findByRole('button', { name: 'خروج از همهٔ دستگاه‌های دیگر' }))
  await screen.findByText('جز این دستگاه، با دستگاه دیگری وارد نشده‌اید.')
  expect(device.sent.filter((request) => request === 'DELETE /api/user/devices')).toHaveLength(1)
  expect((await other.get('/api/user')).status).toBe(401)
})

test('reports that the list needs a network and loads it on retry', async () => {
  device.goOffline()
  const user = show()
  await screen.findByText('فهرست دستگاه‌ها به اینترنت نیاز دارد.', undefined, { timeout: 20_000 })
  device.goOnline()
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await rows()).toHaveLength(3)
})

test('shows the id under which the server logged why it could not sign a device out', async () => {
  const headers = { 'X-Request-Id': '01890a5d-ac96' }
  const user = show()
  render(<Snackbars />)
  const [button] = await screen.findAllByRole('button', { name: /^خروج از دستگاه ناشناس/ })
  device.network = (_, { method }) => (method === 'DELETE' ? Response.json({}, { status: 500, headers }) : undefined)
  if (button) await user.click(button)
  const id = await screen.findByText('01890a5d-ac96')
  expect(id.closest('p')?.textContent).toBe('مشکلی در انجام فرایند پیش آمده استکد پیگیری: 01890a5d-ac96')
})

test('hides the list when the server does not support it', async () => {
  device.network = (path) => (path === '/api/user/devices' ? Response.json({}, { status: 404 }) : undefined)
  show()
  await screen.findByRole('heading', { name: 'دستگاه‌های شما' })
  await expect.poll(() => screen.queryByRole('heading', { name: 'دستگاه‌های شما' })).toBeNull()
})
