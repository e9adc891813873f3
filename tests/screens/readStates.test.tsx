import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { View } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { readText } from '#text/titles.ts'

const router = createRouter({ routeTree: createRootRoute() })

function show(view: View<string[]>) {
  return render(
    <RouterContextProvider router={router}>
      <ReadView view={view} skeleton={<p>skeleton</p>} isEmpty={(names) => names.length === 0} empty={<p>nothing</p>}>
        {(names, age) => (
          <p>
            {names.join()} {age}
          </p>
        )}
      </ReadView>
    </RouterContextProvider>,
  )
}
const ready = { state: 'ready', at: Date.now() - 3 * 3_600_000, offline: false, refreshing: false } as const

test('shows the skeleton while loading', () => {
  show({ state: 'loading' })
  expect(screen.getByText('skeleton')).toBeDefined()
})

test('shows the data without its age while the server answers', () => {
  show({ ...ready, data: ['پدرخوانده'] })
  expect(screen.getByText('پدرخوانده')).toBeDefined()
})

test('shows cached data with its age while offline', () => {
  show({ ...ready, data: ['پدرخوانده'], offline: true })
  expect(screen.getByText('پدرخوانده نسخهٔ ذخیره‌شدهٔ ۳ ساعت پیش')).toBeDefined()
})

test('shows no age when it is unknown', () => {
  show({ ...ready, at: 0, data: ['پدرخوانده'], offline: true })
  expect(screen.getByText('پدرخوانده نسخهٔ ذخیره‌شده')).toBeDefined()
})

test('shows the empty state for an empty list', () => {
  show({ ...ready, data: [] })
  expect(screen.getByText('nothing')).toBeDefined()
})

test('reports content that was never loaded and offers a retry', async () => {
  const retry = vi.fn()
  show({ state: 'unseen', retry })
  expect(screen.getByRole('link', { name: readText.onDevice }).getAttribute('href')).toBe('/on-this-device')
  expect(screen.getByRole('status').textContent).toContain('این صفحه هنوز روی دستگاه شما ذخیره نشده است')
  await userEvent.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(retry).toHaveBeenCalledOnce()
})

test("shows the server's message or the default one and offers a retry", async () => {
  const retry = vi.fn()
  const { unmount } = show({ state: 'failed', message: 'فعلاً نمی‌شود.', requestId: undefined, retry })
  expect(screen.getByText('فعلاً نمی‌شود.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(retry).toHaveBeenCalledOnce()
  expect(screen.queryByText(/کد پیگیری/)).toBeNull()
  unmount()
  show({ state: 'failed', message: undefined, requestId: '01890a5d-ac96', retry })
  expect(screen.getByText('مشکلی در انجام فرایند پیش آمده است')).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('کد پیگیری: 01890a5d-ac96')
  expect(screen.getByText('01890a5d-ac96').getAttribute('dir')).toBe('ltr')
})
