import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaving, makeWay, stay } from '../../sw/skipWaiting.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a worker that makes way ends what it is at and begins nothing, until nobody has come for ten seconds', () => {
  const underWay = leaving()
  expect(underWay.aborted).toBe(false)
  makeWay()
  expect(underWay.aborted).toBe(true)
  expect(leaving().aborted).toBe(true)
  vi.advanceTimersByTime(10_001)
  expect(leaving().aborted).toBe(false)
})

test('the one that has taken over works at once, though it heard that word as well', () => {
  makeWay()
  stay()
  expect(leaving().aborted).toBe(false)
})
