import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '#data/platform/clock.ts'
import { isMissingChunk } from '#data/platform/reportError.ts'
import { type ReloadContext, reloadOnce, reloadOnMissingChunk } from '#features/system/missingChunk.ts'

const gone = new TypeError(
  'Failed to fetch dynamically imported module: https://parde.example/assets/watchlist-1a2b.js',
)
let notes: Map<string, string>
let page: ReloadContext & { online: boolean; leaving: boolean; reload: ReturnType<typeof vi.fn<() => void>> }

beforeEach(() => {
  notes = new Map()
  page = {
    online: true,
    isOnline: () => page.online,
    leaving: false,
    isLeaving: () => page.leaving,
    reload: vi.fn<() => void>(),
    storage: {
      get: (key) => notes.get(key) ?? null,
      set(key, value) {
        notes.set(key, value)
        return true
      },
    },
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
])('recognises a missing chunk: %s is %s', (error, missing) => {
  expect(isMissingChunk(error)).toBe(missing)
})

test('reloads the page once for a chunk that a deployment removed', () => {
  expect(reloadOnce(gone, page)).toBe(true)
  expect(reloadOnce(gone, page)).toBe(false)
  expect(page.reload).toHaveBeenCalledTimes(1)
})

test('reloads for another missing chunk only after a minute, so a broken deployment cannot loop', () => {
  const now = vi.spyOn(clock, 'now').mockReturnValue(1_000_000)
  reloadOnce(gone, page)
  const other = new TypeError(`${gone.message}?other`)
  expect(reloadOnce(other, page)).toBe(false)
  now.mockReturnValue(1_061_000)
  expect(reloadOnce(other, page)).toBe(true)
  now.mockRestore()
})

test('delays the reload for a failed preload until reloading is safe, and keeps the router from reloading', () => {
  vi.stubGlobal('addEventListener', (name: string, handler: (event: unknown) => void) => {
    if (name === 'vite:preloadError') listener = handler
  })
  let listener: (event: unknown) => void = () => undefined
  const waiting: (() => void)[] = []
  reloadOnMissingChunk((act) => waiting.push(act), page)
  listener({ payload: gone })
  listener({ payload: gone })
  listener({ payload: new TypeError('x is not a function') })
  expect(notes.has(`tanstack_router_reload:${gone.message}`)).toBe(true)
  expect(page.reload).not.toHaveBeenCalled()
  for (const act of waiting) act()
  expect(page.reload).toHaveBeenCalledTimes(1)

  page.online = false
  waiting.length = 0
  listener({ payload: new TypeError(`${gone.message}?offline`) })
  expect(waiting).toEqual([])
  vi.unstubAllGlobals()
})

test('does not reload for a chunk that no screen needs', () => {
  let listener: (event: unknown) => void = () => undefined
  vi.stubGlobal('addEventListener', (name: string, handler: (event: unknown) => void) => {
    if (name === 'vite:preloadError') listener = handler
  })
  const waiting: (() => void)[] = []
  reloadOnMissingChunk((act) => waiting.push(act), page)
  const message = 'Failed to fetch dynamically imported module: https://parde.example/assets/vitals-B8lkwEIF.js'
  listener({ payload: new TypeError(message) })
  expect(waiting).toEqual([])
  listener({ payload: gone })
  expect(waiting).toHaveLength(1)
  vi.unstubAllGlobals()
})

test('does not reload while offline', () => {
  page.online = false
  expect(reloadOnce(gone, page)).toBe(false)
  page.online = true
  expect(reloadOnce(gone, page)).toBe(true)
})

test('does not reload while the user leaves the page, which cancels imports in WebKit', () => {
  page.leaving = true
  expect(reloadOnce(gone, page)).toBe(false)
  page.leaving = false
  expect(reloadOnce(gone, page)).toBe(true)
})

test('does not reload without session storage, since nothing would stop a loop', () => {
  const forbidden = { ...page, storage: { get: () => null, set: () => false } }
  expect(reloadOnce(gone, forbidden)).toBe(false)
  expect(page.reload).not.toHaveBeenCalled()
})
