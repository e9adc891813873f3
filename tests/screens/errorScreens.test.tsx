import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { genresApi } from '#contract/genres.ts'
import { call } from '#data/network/call.ts'
import { markReachable, markUnreachable } from '#data/network/connectivity.ts'
import { ErrorBoundary } from '#features/system/ErrorBoundary.tsx'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice

beforeEach(async () => {
  device = await createDevice()
  // React logs the errors that these tests throw on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
})

function Broken({ error }: { error: Error }): never {
  throw error
}

test.each(['/nowhere', '/titles', '/auth/nothing', '/%E0%A4%A'])('shows the not-found screen for %s', async (path) => {
  await openApp(path)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('صفحه پیدا نشد')
  expect(screen.getByRole('link', { name: 'رفتن به خانه' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('صفحه پیدا نشد | پرده')
})

test('shows the error screen with a reload button', () => {
  render(
    <ErrorBoundary>
      <Broken error={new Error('of ours')} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('خطایی رخ داد')
  expect(screen.getByRole('button', { name: 'بارگذاری دوباره' })).toBeDefined()
  expect(screen.getByText(/چیزی از دست نرفته است/)).toBeDefined()
})

/** Refused calls have an id too, but the server logs only its own failures. */
test.each([
  [500, true],
  [503, true],
  [422, false],
])('shows the id of a call that was answered with %i: %s', async (status, isShown) => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  device.network = () => Response.json({ message: 'خرابیم' }, { status, headers: { 'X-Request-Id': id } })
  const refused = await call(genresApi.list, {}).catch((error) => error)
  render(
    <ErrorBoundary>
      <Broken error={refused} />
    </ErrorBoundary>,
  )
  expect(screen.queryByText(id) !== null).toBe(isShown)
})

test('shows the id under which the server logged why a page cannot be loaded', async () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  const headers = { 'X-Request-Id': id, 'Retry-After': '600' }
  device.network = (path) =>
    path.startsWith('/api/collections') ? Response.json({ message: 'خرابیم' }, { status: 503, headers }) : undefined
  await openApp('/collections')
  expect((await screen.findByText(id)).closest('[role=status]')?.textContent).toContain('خرابیم')
})

const missingChunk = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js')

function renderBroken() {
  render(
    <ErrorBoundary>
      <Broken error={missingChunk()} />
    </ErrorBoundary>,
  )
  return screen.getByRole('heading', { level: 1 }).textContent
}

test('reports a missing chunk as not stored while offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(renderBroken()).toBe('این بخش هنوز روی دستگاه شما ذخیره نشده است')
})

test('reports a missing chunk as not stored while the server does not answer', () => {
  markUnreachable()
  onTestFinished(markReachable)
  expect(renderBroken()).toBe('این بخش هنوز روی دستگاه شما ذخیره نشده است')
})
