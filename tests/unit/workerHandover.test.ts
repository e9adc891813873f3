import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaving, makeWay, stay } from '../../sw/skipWaiting.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('aborts current work and starts none until ten seconds without a handover have passed', () => {
  const underWay = leaving()
  expect(underWay.aborted).toBe(false)
  makeWay()
  expect(underWay.aborted).toBe(true)
  expect(leaving().aborted).toBe(true)
  vi.advanceTimersByTime(10_001)
  expect(leaving().aborted).toBe(false)
})

test('works at once after taking over, although the new worker received the same message', () => {
  makeWay()
  stay()
  expect(leaving().aborted).toBe(false)
})
