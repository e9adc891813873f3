import type { ParsedLocation } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScreenState } from '#parts/navigation/screenState.ts'

const WINDOW = 800
let scrollY = 0
let height = 0
/** Reports a new document height, as the ResizeObserver does after layout. */
let resized: () => void = () => undefined
let isWatched = false
let restoration: ReturnType<typeof createScreenState>
let router: { emit: (type: string, event?: object) => void }

beforeEach(async () => {
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.stubGlobal('innerHeight', WINDOW)
  vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => {
    scrollY = Math.min(top, Math.max(0, height - WINDOW))
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = () => isWatched && callback()
      }
      observe() {
        isWatched = true
      }
      disconnect() {
        isWatched = false
      }
    },
  )
  load()
})
afterEach(() => {
  scrollY = 0
  isWatched = false
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Starts anew, as after a reload. */
function load() {
  restoration = createScreenState()
  const handlers = new Map<string, (event: object) => void>()
  router = { emit: (type, event = {}) => handlers.get(type)?.(event) }
  const subscribe = (type: string, handler: (event: object) => void) => {
    handlers.set(type, handler)
    return () => undefined
  }
  restoration.follow({ subscribe } as unknown as Parameters<typeof restoration.follow>[0])
}

const location = (key: string) => ({ state: { __TSR_key: key } }) as unknown as ParsedLocation
/** Renders a screen of a given height, after the router has restored what scroll offset it could. */
function renderScreen(key: string, at: { height: number; top?: number }) {
  height = at.height
  scrollY = at.top ?? 0
  router.emit('onRendered', { toLocation: location(key) })
}
function grow(to: number) {
  height = to
  scrollY = Math.min(scrollY, height - WINDOW)
  resized()
}
const leave = () => router.emit('onBeforeLoad')

/** Returns to a long list before its content is loaded. */
function returnBeforeContent() {
  renderScreen('list', { height: 40_000, top: 12_000 })
  leave()
  renderScreen('other', { height: 900 })
  leave()
  renderScreen('list', { height: 2_000, top: 1_200 })
}

test('restores the scroll offset once the screen is tall enough and then leaves it alone', () => {
  returnBeforeContent()
  expect(scrollY).toBe(1_200)
  grow(9_000)
  grow(40_000)
  expect(scrollY).toBe(12_000)
  scrollY = 500
  grow(50_000)
  expect(scrollY).toBe(500)
})

test.each(['pointerdown', 'wheel', 'keydown'])('stops restoring after user input (%s)', (event) => {
  returnBeforeContent()
  window.dispatchEvent(new Event(event))
  grow(40_000)
  expect(scrollY).toBe(1_200)
})

test('stops restoring after the user scrolls, but not after the browser clamps the offset', () => {
  returnBeforeContent()
  grow(1_500)
  expect(scrollY).toBe(700)
  grow(9_000)
  expect(scrollY).toBe(8_200)
  scrollY = 3_000
  grow(40_000)
  expect(scrollY).toBe(3_000)
})

test('stops waiting after a while for a screen that stays short', () => {
  returnBeforeContent()
  resized()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  grow(40_000)
  expect(scrollY).toBe(1_200)
})

test('keeps the wanted offset when the screen is left before it was restored', () => {
  returnBeforeContent()
  leave()
  renderScreen('other', { height: 900 })
  leave()
  renderScreen('list', { height: 40_000 })
  expect(scrollY).toBe(12_000)
})

test('does not restore an offset of zero or one for a new screen', () => {
  renderScreen('list', { height: 40_000 })
  leave()
  renderScreen('other', { height: 40_000 })
  leave()
  renderScreen('list', { height: 40_000 })
  expect(scrollY).toBe(0)
  expect(isWatched).toBe(false)
})

test('restores the offset after the browser discarded the tab and ignores invalid stored values', async () => {
  renderScreen('list', { height: 40_000, top: 12_000 })
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'visibilityState')
  load()
  renderScreen('list', { height: 40_000 })
  expect(scrollY).toBe(12_000)

  for (const nonsense of [
    '{"not":["what',
    '{}',
    '7',
    'null',
    '[["list","far"]]',
    '[7]',
    '[["list",{"top":"far"}]]',
    '[["list",{"top":-5,"standing":4}]]',
  ]) {
    sessionStorage.setItem('parde-places', nonsense)
    load()
    renderScreen('list', { height: 40_000 })
    expect(scrollY).toBe(0)
  }
})

test('restores screen state on return and after a reload, except values that were cleared or are invalid', async () => {
  const season = () => restoration.restored(location('title'), 'season')
  renderScreen('title', { height: 2_000 })
  const close = restoration.report('season', 3)
  const other = restoration.report('all', true)
  leave()
  close()
  other()
  renderScreen('other', { height: 900 })
  leave()
  renderScreen('title', { height: 2_000 })
  expect(season()).toBe(3)
  expect(restoration.restored(location('other'), 'season')).toBeUndefined()
  // Left before the screen rendered, so the state is kept.
  leave()
  expect(season()).toBe(3)

  dispatchEvent(new Event('pagehide'))
  load()
  expect(season()).toBe(3)
  expect(restoration.restored(location('title'), 'all')).toBe(true)
  renderScreen('title', { height: 2_000 })
  restoration.report('season', undefined)
  leave()
  expect(season()).toBeUndefined()

  for (const standing of ['3', [7], { season: -1 }, { season: 1.5 }, { season: 'third' }, { season: { 3: 3 } }, null]) {
    sessionStorage.setItem('parde-places', JSON.stringify([['title', { top: 0, standing }]]))
    load()
    expect(season()).toBeUndefined()
  }
})

test('waits for the complete screen only when there is an offset to restore, and ignores errors', async () => {
  const ready = vi.fn(async () => {
    throw new Error('no database')
  })
  await restoration.waitForContent(location('list'), ready)
  expect(ready).not.toHaveBeenCalled()
  returnBeforeContent()
  leave()
  await restoration.waitForContent(location('list'), ready)
  expect(ready).toHaveBeenCalledTimes(1)
})
