import { beforeEach, expect, test, vi } from 'vitest'
import { isMissingPart, reloadFor, type Tab } from '#features/system/missingPart.ts'

const gone = new TypeError(
  'Failed to fetch dynamically imported module: https://parde.example/assets/watchlist-1a2b.js',
)
let notes: Map<string, string>
let page: Tab & { online: boolean; reload: ReturnType<typeof vi.fn<() => void>> }

beforeEach(() => {
  notes = new Map()
  page = {
    online: true,
    isOnline: () => page.online,
    reload: vi.fn<() => void>(),
    notes: () => ({
      getItem: (key) => notes.get(key) ?? null,
      setItem: (key, value) => void notes.set(key, value),
      removeItem: (key) => void notes.delete(key),
    }),
  }
})

test.each([
  [gone, true],
  [new TypeError('error loading dynamically imported module: /a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/a.css'), true],
  [new TypeError('x is not a function'), false],
  ['Failed to fetch dynamically imported module', false],
  [undefined, false],
])('%s is a missing part: %s', (error, missing) => {
  expect(isMissingPart(error)).toBe(missing)
})

test('a part that a deployment took away reloads the page, once', () => {
  expect(reloadFor(gone, page)).toBe(true)
  expect(reloadFor(gone, page)).toBe(false)
  expect(page.reload).toHaveBeenCalledTimes(1)
})

test('another part may reload it again', () => {
  reloadFor(gone, page)
  expect(reloadFor(new TypeError(`${gone.message}?other`), page)).toBe(true)
})

test('without a network the page stays, for it might not come back', () => {
  page.online = false
  expect(reloadFor(gone, page)).toBe(false)
  page.online = true
  expect(reloadFor(gone, page)).toBe(true)
})

test('where nothing can be noted nothing reloads: nothing would stop a loop', () => {
  const forbidden = {
    ...page,
    notes: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  expect(reloadFor(gone, forbidden)).toBe(false)
  expect(page.reload).not.toHaveBeenCalled()
})
