import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anySignal } from '#data/platform/anySignal.ts'

const native = AbortSignal.any

describe.each(['with', 'without'])('anySignal %s AbortSignal.any', (how) => {
  beforeEach(() => {
    if (how === 'without') Reflect.deleteProperty(AbortSignal, 'any')
  })
  afterEach(() => {
    Object.defineProperty(AbortSignal, 'any', { configurable: true, writable: true, value: native })
  })

  test('aborts with the first signal that does, for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const signal = anySignal(one.signal, other.signal)
    expect(signal.aborted).toBe(false)
    other.abort(new Error('second'))
    expect(signal.aborted).toBe(true)
    one.abort(new Error('first'))
    expect(signal.reason).toEqual(new Error('second'))
  })

  test('is aborted at once when one of the signals was', () => {
    const signal = anySignal(new AbortController().signal, AbortSignal.abort('over'))
    expect(signal.aborted).toBe(true)
    expect(signal.reason).toBe('over')
  })
})
