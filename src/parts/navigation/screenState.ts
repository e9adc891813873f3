import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { sessionItems } from '#data/platform/webStorage.ts'

/** Holds `[key, { top, standing }][]`; `standing` holds the values. Older builds of the page read the same. */
const STORAGE_KEY = 'parde-places'
/** Screens remembered; a longer history forgets the oldest. */
const MAX_SCREENS = 100
/** Longest time, in ms, for a visible screen to grow to the restored scroll position. */
const GROW_TIMEOUT = 5_000
/** Longest time, in ms, that a navigation waits for the content of a restored screen. */
const CONTENT_TIMEOUT = 1_500

/** A restorable value: expanded or not, a selected index, the number of loaded items. */
export type StateValue = boolean | number

interface ScreenState {
  /** Scroll position in px. */
  top: number
  /** Values by name; values at their default are omitted. */
  values: Record<string, StateValue>
}

/**
 * Restores the scroll position and the state of screens by history entry, including after a reload and after the browser
 * discarded the tab. The router restores the scroll position only once, before late content has made a screen tall
 * enough. Kept in memory, and in sessionStorage when the page is hidden.
 */
export function createScreenState() {
  /** Screens left so far, by history key. A screen at its top with default values has no entry. */
  const screens = new Map<string, ScreenState>()
  /** Reported values of the current screen. */
  const reported = new Map<string, StateValue | undefined>()
  let currentKey: string | undefined
  /** Pending scroll of the current screen, which is too short so far. */
  let pendingScroll: PendingScroll | undefined

  function put(key: string, state: ScreenState) {
    screens.delete(key)
    if (state.top > 0 || Object.keys(state.values).length > 0) screens.set(key, state)
    for (const [oldest] of screens) if (screens.size > MAX_SCREENS) screens.delete(oldest)
  }

  function capture() {
    if (currentKey === undefined) return
    // Values that no component has claimed yet are preserved.
    const values = { ...screens.get(currentKey)?.values, ...Object.fromEntries(reported) }
    put(currentKey, { top: pendingScroll?.top ?? scrollY, values: validValues(values) })
  }

  function save() {
    capture()
    const stored = [...screens].map(([key, { top, values }]) => [key, { top, standing: values }])
    // Without web storage, the state lives as long as the page.
    sessionItems.set(STORAGE_KEY, JSON.stringify(stored))
  }

  function load() {
    try {
      for (const [key, { top, standing: values }] of JSON.parse(sessionItems.get(STORAGE_KEY) ?? '[]')) {
        if (typeof key === 'string' && Number.isFinite(top)) put(key, { top, values: validValues({ ...values }) })
      }
    } catch (failure) {
      // The content is unreadable: every screen starts at its top.
      ignoring('SyntaxError', 'TypeError')(failure)
    }
  }

  return {
    /** Starts to restore the screens of a router. */
    follow(router: Pick<AnyRouter, 'subscribe'>): void {
      load()
      router.subscribe('onBeforeLoad', capture)
      router.subscribe('onRendered', ({ toLocation }) => {
        const key = keyOf(toLocation)
        if (key === currentKey && pendingScroll) return
        pendingScroll?.stop()
        currentKey = key
        const { top = 0, values = {} } = screens.get(key) ?? {}
        // Components that mount later still ask for their values.
        put(key, { top: 0, values })
        if (top > 0) {
          pendingScroll = scrollWhenTallEnough(top, () => {
            pendingScroll = undefined
          })
        }
      })
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') save()
      })
      addEventListener('pagehide', save)
    },

    /** Delays a navigation to a scrolled screen until its content is ready, so that the position exists at once. */
    async waitForContent(location: ParsedLocation, ready: () => Promise<void>): Promise<void> {
      if (!screens.get(keyOf(location))?.top) return
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, CONTENT_TIMEOUT))
      // The screen itself shows a failure.
      await Promise.race([ready().catch(ignoring(...EXPECTED_ERRORS)), timeout])
    },

    /** The value reported under this name when the user left this history entry. */
    restored(location: ParsedLocation, name: string): StateValue | undefined {
      return screens.get(keyOf(location))?.values[name]
    },

    /** Reports a value of the current screen; undefined for its default. Returns a function that withdraws it. */
    report(name: string, value: StateValue | undefined): () => void {
      reported.set(name, value)
      return () => void reported.delete(name)
    },
  }
}

/** The screens of this window. */
export const screenState = createScreenState()

function keyOf({ state }: ParsedLocation): string {
  return state.__TSR_key ?? ''
}

function validValues(values: Record<string, unknown>): Record<string, StateValue> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, StateValue] => typeof entry[1] === 'boolean' || isCount(entry[1]),
    ),
  )
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

interface PendingScroll {
  top: number
  stop: () => void
}

/**
 * Scrolls to a position, repeatedly while the screen is too short for it. Stops when the user scrolls, presses a key or
 * taps. Returns undefined when the position is reached at once.
 */
function scrollWhenTallEnough(top: number, onStop: () => void): PendingScroll | undefined {
  let reached = scrollToTop(top)
  if (isClose(reached, top)) return undefined
  const stopped = new AbortController()
  const stop = () => {
    stopped.abort()
    observer.disconnect()
    onStop()
  }
  let deadline: number | undefined
  const observer = new ResizeObserver(() => {
    // A background screen is not laid out: its time starts when it becomes visible.
    deadline ??= performance.now() + GROW_TIMEOUT
    if (performance.now() > deadline || isScrolledByUser(reached)) return stop()
    reached = scrollToTop(top)
    if (isClose(reached, top)) stop()
  })
  observer.observe(document.body)
  for (const event of ['pointerdown', 'wheel', 'keydown']) {
    addEventListener(event, stop, { capture: true, passive: true, signal: stopped.signal })
  }
  return { top, stop }
}

function scrollToTop(top: number): number {
  scrollTo({ top, behavior: 'instant' })
  return scrollY
}

function isClose(position: number, wanted: number): boolean {
  return Math.abs(position - wanted) <= 1
}

/** A screen that became shorter is scrolled to its end by the browser, not by the user. */
function isScrolledByUser(reached: number): boolean {
  return !isClose(scrollY, reached) && scrollY < document.documentElement.scrollHeight - innerHeight - 1
}
