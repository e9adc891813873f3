import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatWhenBack } from '#data/platform/repeatWhenBack.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** The page is shown: again, from the back/forward cache, when `persisted`. */
function show(persisted: boolean) {
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
}

test('an import that never settles is repeated when the page returns from the back/forward cache', async () => {
  const load = vi.fn(() => Promise.resolve('module')).mockReturnValueOnce(new Promise(() => undefined))
  const loaded = repeatWhenBack(load)
  show(false)
  expect(load).toHaveBeenCalledTimes(1)
  show(true)
  await expect(loaded).resolves.toBe('module')
})

test.each([
  ['a loaded module', () => Promise.resolve('module')],
  ['a missing module', () => Promise.reject(new TypeError('gone'))],
])('%s is not loaded again', async (_, answer) => {
  const load = vi.fn(answer)
  await repeatWhenBack(load).catch(() => undefined)
  // The listener is removed in a later microtask.
  await Promise.resolve()
  show(true)
  expect(load).toHaveBeenCalledTimes(1)
})

test('the failure of an import is passed on', async () => {
  await expect(repeatWhenBack(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
})
