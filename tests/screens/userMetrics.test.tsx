import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metricsSettings } from '#data/areas/metricsSettings.ts'
import { countMeasured } from '#data/areas/userMetrics.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const NAME = 'فرستادن آمار سرعت و همگام‌سازی'
const answer = (userMetrics?: string) => {
  device.network = (path) => (path === '/api/contact' ? Response.json({ data: [], userMetrics }) : undefined)
}

test('offers a switch that is off, says what is sent, and deletes what was counted when it is turned off', async () => {
  answer('consent')
  const { user } = await openApp('/on-this-device')
  const toggle = await screen.findByRole('switch', { name: NAME })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText(/نام و شناسهٔ شما، نام عنوان‌ها و نشانی صفحه‌ها فرستاده نمی‌شود/)).toBeDefined()
  await user.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(await metricsSettings()).toEqual({ policy: 'consent', consent: true })
  await countMeasured([{ metric: 'LCP', value: 1500 }])
  expect(await deviceDatabase.meta.get('metricCounts')).toBeDefined()
  await user.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
  expect(await deviceDatabase.meta.get('metricCounts')).toBeUndefined()
})

test('says that the operator decided, without a switch', async () => {
  answer('on')
  await openApp('/on-this-device')
  expect(await screen.findByText('گردانندهٔ سایت سنجش را برای همه روشن کرده است.')).toBeDefined()
  expect(screen.queryByRole('switch', { name: NAME })).toBeNull()
})

test.each(['off', undefined])('shows nothing with the policy %s', async (policy) => {
  answer(policy)
  await openApp('/on-this-device')
  await waitFor(async () => expect(await deviceDatabase.answers.get('["contact"]')).toBeDefined())
  expect(await screen.findByRole('heading', { name: 'فضای این دستگاه' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'سنجش برنامه' })).toBeNull()
})
