import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Whether channels lose what is posted. */
let isLossy = false
let opened = 0

class Channel {
  port1: { onmessage?: () => void } = {}
  port2 = {
    postMessage: () => {
      const { onmessage } = this.port1
      if (!isLossy) queueMicrotask(() => onmessage?.())
    },
  }
  constructor() {
    opened += 1
  }
}

let immediate: (task: () => void) => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('MessageChannel', Channel)
  vi.stubGlobal('setImmediate', undefined)
  vi.resetModules()
  isLossy = false
  opened = 0
  await import('#app/setImmediate.ts')
  immediate = Reflect.get(globalThis, 'setImmediate')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('runs a task once, after the current one', async () => {
  const task = vi.fn()
  immediate(task)
  expect(task).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(task).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(task).toHaveBeenCalledTimes(1)
  expect(opened).toBe(1)
})

test('a task whose message is lost runs after 250 ms, and the next ones use a new channel', async () => {
  isLossy = true
  const lost = vi.fn()
  immediate(lost)
  await vi.advanceTimersByTimeAsync(249)
  expect(lost).not.toHaveBeenCalled()
  isLossy = false
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toHaveBeenCalledTimes(1)
  expect(opened).toBe(2)
  const next = vi.fn()
  immediate(next)
  await Promise.resolve()
  expect(next).toHaveBeenCalledTimes(1)
})

test('a task may schedule the next one', async () => {
  const order: number[] = []
  immediate(() => {
    order.push(1)
    immediate(() => order.push(2))
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(order).toEqual([1, 2])
})
