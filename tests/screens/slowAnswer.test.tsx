import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReadView } from '#parts/lists/ReadView.tsx'

afterEach(() => vi.useRealTimers())

test('says that an answer is slow after five seconds, and no longer once it has come', () => {
  vi.useFakeTimers()
  const view = (state: 'loading' | 'ready') => (
    <ReadView
      view={state === 'loading' ? { state } : { state, data: 1, at: 0, offline: false, refreshing: false }}
      skeleton={<p>…</p>}
    >
      {() => <p>answer</p>}
    </ReadView>
  )
  const { rerender } = render(view('loading'))
  act(() => vi.advanceTimersByTime(4_999))
  expect(screen.queryByRole('status')).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('status').textContent).toContain('منتظریم')
  rerender(view('ready'))
  expect(screen.getByText('answer')).toBeDefined()
  expect(screen.queryByRole('status')).toBeNull()
})
