import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** Where the places are, as long as the tab lives. */
const STORAGE_KEY = 'parde-places'
/** A screen that is seen and still too short for its place is given so long, in ms. */
const PATIENCE = 5_000
/** What a screen needs to stand whole is waited for no longer than this, in ms. */
const MOST = 1_500

/** What a person has opened or chosen on a screen, and how much of a list they asked for. */
export type StateValue = boolean | number
interface ScreenState {
  /** how far down it was scrolled when it was left, in px */
  top: number
  values: Record<string, StateValue>
}

/** Each place of the history as it was left; nothing of one that stood at its top as it had come. */
const places = new Map<string, ScreenState>()
/** What stands open or chosen on the screen that is seen, by name; nothing of what is as it came. */
const standing = new Map<string, StateValue | undefined>()
/** The place of the history whose screen stands. */
let here: string | undefined
/** What that one is still too short for. */
let sought: { top: number; stop: () => void } | undefined

/**
 * Brings back the place where a person stood on a screen that becomes as long as it was only after it stands: the router looks
 * for it once, as soon as anything does. It also knows the place of a tab that was ended without a word behind its back.
 */
export function restoreScreens(router: Pick<AnyRouter, 'subscribe'>): void {
  read()
  router.subscribe('onBeforeLoad', note)
  router.subscribe('onRendered', ({ toLocation }) => {
    const key = keyOf(toLocation)
    if (key === here && sought) return
    sought?.stop()
    here = key
    const { top = 0, values: standing = {} } = places.get(key) ?? {}
    // What has not come yet still asks for what stood open.
    put(key, { top: 0, values: standing })
    if (top > 0) seek(top)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
  addEventListener('pagehide', keep)
}

/**
 * Waits for what a screen needs to stand whole, where one comes back to a place further down on it: so that the place is there
 * as soon as the screen is.
 */
export async function waitForScrollTarget(location: ParsedLocation, ready: () => Promise<void>): Promise<void> {
  if (!places.get(keyOf(location))?.top) return
  const late = new Promise<void>((over) => setTimeout(over, MOST))
  // What does not come is said by the screen.
  await Promise.race([ready().catch(() => undefined), late])
}

/** What stood open or chosen at this place of the history when it was left, by the name it was given to `stands`. */
export function restoredValue(location: ParsedLocation, name: string): StateValue | undefined {
  return places.get(keyOf(location))?.values[name]
}

/** Says what stands open or chosen, or that it is as it came, until the answer is called. */
export function reportValue(name: string, what: StateValue | undefined): () => void {
  standing.set(name, what)
  return () => void standing.delete(name)
}

function keyOf({ state }: ParsedLocation): string {
  return state.__TSR_key ?? ''
}

function note() {
  if (here === undefined) return
  // What has not come yet is left as it was.
  const all = { ...places.get(here)?.values, ...Object.fromEntries(standing) }
  put(here, { top: sought?.top ?? scrollY, values: known(all) })
}

function put(key: string, place: ScreenState) {
  if (place.top > 0 || Object.keys(place.values).length > 0) places.set(key, place)
  else places.delete(key)
}

function known(all: Record<string, unknown>): Record<string, StateValue> {
  return Object.fromEntries(
    Object.entries(all).filter((one): one is [string, StateValue] => typeof one[1] === 'boolean' || isCount(one[1])),
  )
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function keep() {
  note()
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places]))
  } catch {
    // A browser that keeps nothing: the place is known as long as the page is.
  }
}

function read() {
  try {
    for (const [key, { top, standing }] of JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')) {
      if (typeof key === 'string' && Number.isFinite(top)) put(key, { top, values: known({ ...standing }) })
    }
  } catch {
    // Nothing was kept, or something else: each screen begins at its top.
  }
}

/** Goes there, at once or as soon as the screen reaches so far, unless the person sets out for somewhere themselves. */
function seek(top: number) {
  let stands = go(top)
  if (isAt(stands, top)) return
  const over = new AbortController()
  const stop = () => {
    over.abort()
    observer.disconnect()
    sought = undefined
  }
  let until: number | undefined
  const observer = new ResizeObserver(() => {
    // A page behind another one is not laid out: its time begins when it is seen.
    until ??= performance.now() + PATIENCE
    if (performance.now() > until || isMoved(stands)) return stop()
    stands = go(top)
    if (isAt(stands, top)) stop()
  })
  observer.observe(document.body)
  for (const event of ['pointerdown', 'wheel', 'keydown']) {
    addEventListener(event, stop, { capture: true, passive: true, signal: over.signal })
  }
  sought = { top, stop }
}

function go(top: number): number {
  scrollTo({ top, behavior: 'instant' })
  return scrollY
}

function isAt(place: number, wanted: number): boolean {
  return Math.abs(place - wanted) <= 1
}

/** By the person: what a screen that became shorter has pushed up stands at its end. */
function isMoved(stood: number): boolean {
  return !isAt(scrollY, stood) && scrollY < document.documentElement.scrollHeight - innerHeight - 1
}
