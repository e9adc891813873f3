import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** Where the places are, as long as the tab lives. */
const KEPT = 'parde-places'
/** A screen that is seen and still too short for its place is given so long, in ms. */
const PATIENCE = 5_000
/** What a screen needs to stand whole is waited for no longer than this, in ms. */
const MOST = 1_500

/** How far down each place of the history was scrolled when it was left, in px; nothing of one that stood at its top. */
const places = new Map<string, number>()
/** The place of the history whose screen stands. */
let here: string | undefined
/** What that one is still too short for. */
let sought: { top: number; stop: () => void } | undefined

/**
 * Brings back the place where a person stood on a screen that becomes as long as it was only after it stands: the router looks
 * for it once, as soon as anything does. It also knows the place of a tab that was ended without a word behind its back.
 */
export function followPlaces(router: Pick<AnyRouter, 'subscribe'>): void {
  read()
  router.subscribe('onBeforeLoad', note)
  router.subscribe('onRendered', ({ toLocation }) => {
    const key = keyOf(toLocation)
    if (key === here && sought) return
    sought?.stop()
    here = key
    const top = places.get(key)
    places.delete(key)
    if (top !== undefined) seek(top)
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
export async function untilWhole(location: ParsedLocation, ready: () => Promise<void>): Promise<void> {
  if (!places.has(keyOf(location))) return
  const late = new Promise<void>((over) => setTimeout(over, MOST))
  // What does not come is said by the screen.
  await Promise.race([ready().catch(() => undefined), late])
}

function keyOf({ state }: ParsedLocation): string {
  return state.__TSR_key ?? ''
}

function note() {
  if (here === undefined) return
  const top = sought?.top ?? scrollY
  if (top > 0) places.set(here, top)
  else places.delete(here)
}

function keep() {
  note()
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...places]))
  } catch {
    // A browser that keeps nothing: the place is known as long as the page is.
  }
}

function read() {
  try {
    for (const [key, top] of JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')) {
      if (typeof key === 'string' && Number.isFinite(top)) places.set(key, top)
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
