import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abortForUpdate, resetSkipWaiting, skipWaitingSignal } from '../../sw/skipWaiting.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('aborts current work and starts none until ten seconds without a handover have passed', () => {
  const underWay = skipWaitingSignal()
  expect(underWay.aborted).toBe(false)
  abortForUpdate()
  expect(underWay.aborted).toBe(true)
  expect(skipWaitingSignal().aborted).toBe(true)
  vi.advanceTimersByTime(10_001)
  expect(skipWaitingSignal().aborted).toBe(false)
})

test('works at once after taking over, although the new worker received the same message', () => {
  abortForUpdate()
  resetSkipWaiting()
  expect(skipWaitingSignal().aborted).toBe(false)
})
