import type { ParsedLocation } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const WINDOW = 800
let y = 0
let height = 0
/** The screen's height has changed, and the browser has laid it out. */
let resized: () => void = () => undefined
let isWatched = false
let places: typeof import('#parts/navigation/screenState.ts')
let router: { emit: (type: string, event?: object) => void }

beforeEach(async () => {
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => y)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.stubGlobal('innerHeight', WINDOW)
  vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => {
    y = Math.min(top, Math.max(0, height - WINDOW))
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
  await load()
})
afterEach(() => {
  y = 0
  isWatched = false
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The page, begun anew. */
async function load() {
  vi.resetModules()
  places = await import('#parts/navigation/screenState.ts')
  const heard = new Map<string, (event: object) => void>()
  router = { emit: (type, event = {}) => heard.get(type)?.(event) }
  const subscribe = (type: string, hear: (event: object) => void) => {
    heard.set(type, hear)
    return () => undefined
  }
  places.restoreScreens({ subscribe } as unknown as Parameters<typeof places.restoreScreens>[0])
}

const location = (key: string) => ({ state: { __TSR_key: key } }) as unknown as ParsedLocation
/** A screen stands, so high at first; the router has scrolled as far as it could. */
function arrive(key: string, at: { height: number; top?: number }) {
  height = at.height
  y = at.top ?? 0
  router.emit('onRendered', { toLocation: location(key) })
}
function grow(to: number) {
  height = to
  y = Math.min(y, height - WINDOW)
  resized()
}
const leave = () => router.emit('onBeforeLoad')

/** A long list is left far down, and come back to when it is not read yet. */
function comeBackTooSoon() {
  arrive('list', { height: 40_000, top: 12_000 })
  leave()
  arrive('other', { height: 900 })
  leave()
  arrive('list', { height: 2_000, top: 1_200 })
}

test('a place is found again as soon as the screen reaches so far, and then left alone', () => {
  comeBackTooSoon()
  expect(y).toBe(1_200)
  grow(9_000)
  grow(40_000)
  expect(y).toBe(12_000)
  y = 500
  grow(50_000)
  expect(y).toBe(500)
})

test.each(['pointerdown', 'wheel', 'keydown'])('who has set out for somewhere (%s) is not thrown around', (event) => {
  comeBackTooSoon()
  window.dispatchEvent(new Event(event))
  grow(40_000)
  expect(y).toBe(1_200)
})

test('nor is who has scrolled; who was pushed up by a screen that became shorter has not', () => {
  comeBackTooSoon()
  grow(1_500)
  expect(y).toBe(700)
  grow(9_000)
  expect(y).toBe(8_200)
  y = 3_000
  grow(40_000)
  expect(y).toBe(3_000)
})

test('a screen that stays short keeps its person where they are after a while', () => {
  comeBackTooSoon()
  resized()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  grow(40_000)
  expect(y).toBe(1_200)
})

test('left again before it was found, the place stays the one that was looked for', () => {
  comeBackTooSoon()
  leave()
  arrive('other', { height: 900 })
  leave()
  arrive('list', { height: 40_000 })
  expect(y).toBe(12_000)
})

test('a new screen, and one that was left at its top, stay at their top', () => {
  arrive('list', { height: 40_000 })
  leave()
  arrive('other', { height: 40_000 })
  leave()
  arrive('list', { height: 40_000 })
  expect(y).toBe(0)
  expect(isWatched).toBe(false)
})

test('a tab that was ended behind one’s back knows its place; what stands there otherwise counts as nothing', async () => {
  arrive('list', { height: 40_000, top: 12_000 })
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'visibilityState')
  await load()
  arrive('list', { height: 40_000 })
  expect(y).toBe(12_000)

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
    await load()
    arrive('list', { height: 40_000 })
    expect(y).toBe(0)
  }
})

test('what stands open is found so when one comes back, and after a reload; what was closed again, or is nonsense, is not', async () => {
  const season = () => places.restoredValue(location('title'), 'season')
  arrive('title', { height: 2_000 })
  const close = places.reportValue('season', 3)
  const other = places.reportValue('all', true)
  leave()
  close()
  other()
  arrive('other', { height: 900 })
  leave()
  arrive('title', { height: 2_000 })
  expect(season()).toBe(3)
  expect(places.restoredValue(location('other'), 'season')).toBeUndefined()
  // Left before it has come: nobody has said that it was closed.
  leave()
  expect(season()).toBe(3)

  dispatchEvent(new Event('pagehide'))
  await load()
  expect(season()).toBe(3)
  expect(places.restoredValue(location('title'), 'all')).toBe(true)
  arrive('title', { height: 2_000 })
  places.reportValue('season', undefined)
  leave()
  expect(season()).toBeUndefined()

  for (const standing of ['3', [7], { season: -1 }, { season: 1.5 }, { season: 'third' }, { season: { 3: 3 } }, null]) {
    sessionStorage.setItem('parde-places', JSON.stringify([['title', { top: 0, standing }]]))
    await load()
    expect(season()).toBeUndefined()
  }
})

test('a screen is waited for only where there is a place on it, and whatever becomes of it', async () => {
  const ready = vi.fn(async () => {
    throw new Error('no database')
  })
  await places.waitForScrollTarget(location('list'), ready)
  expect(ready).not.toHaveBeenCalled()
  comeBackTooSoon()
  leave()
  await places.waitForScrollTarget(location('list'), ready)
  expect(ready).toHaveBeenCalledTimes(1)
})
