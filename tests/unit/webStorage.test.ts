import { afterEach, expect, test, vi } from 'vitest'
import { localItems } from '#data/platform/webStorage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('reports that nothing was stored where web storage is missing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(localItems.set('parde-known', 'value')).toBe(false)
  expect(localItems.get('parde-known')).toBeNull()
  expect(localItems.allKeys()).toEqual([])
  localItems.remove('parde-known')
})

test('reports that nothing was stored where the browser blocks web storage', () => {
  const deny = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: deny }))
  expect(localItems.set('parde-known', 'value')).toBe(false)
  expect(localItems.get('parde-known')).toBeNull()
  expect(localItems.allKeys()).toEqual([])
})

test('reports that a value was not stored when the storage is full', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem, getItem: () => 'older' })
  expect(localItems.set('parde-known', 'value')).toBe(false)
  expect(localItems.get('parde-known')).toBe('older')
})

test('throws errors that are no storage errors', () => {
  vi.stubGlobal('localStorage', {})
  expect(() => localItems.get('parde-known')).toThrow(TypeError)
})
