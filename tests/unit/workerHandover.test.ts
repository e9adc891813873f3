import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSkipWaiting } from '../../sw/skipWaiting.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('aborts current work and starts none until ten seconds without a handover have passed', () => {
  const { signal, abort } = createSkipWaiting()
  const underWay = signal()
  expect(underWay.aborted).toBe(false)
  abort()
  expect(underWay.aborted).toBe(true)
  expect(signal().aborted).toBe(true)
  vi.advanceTimersByTime(10_001)
  expect(signal().aborted).toBe(false)
})

test('works at once after taking over, although the new worker received the same message', () => {
  const { signal, abort, reset } = createSkipWaiting()
  abort()
  reset()
  expect(signal().aborted).toBe(false)
})
