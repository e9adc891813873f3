import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isDataSaverOn } from '#ui/browser/dataSaver.ts'
import { prefersReducedMotion } from '#ui/browser/reducedMotion.ts'
import { IsForeground } from '#ui/layout/isForeground.ts'

/** How long a slide is shown, in ms (docs/design.md#motion). */
const SLIDE_TIME = 8000

/**
 * Autoplay of a slideshow. Advances while it plays, is visible and has neither hover nor focus. A touch stops it until
 * the user presses play. With reduced motion or the data saver it does not start by itself.
 */
export function useSlides(count: number) {
  const row = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [chosen, setPlaying] = useState<boolean>()
  // The server cannot know these preferences and renders the most common case.
  const autoplays = useSyncExternalStore(subscribeToNothing, mayAutoplay, () => true)
  const isPlaying = chosen ?? autoplays
  const [hold, setHold] = useState({ mouse: false, focus: false })
  const isShown = useContext(IsForeground)
  const advances = isPlaying && isShown && !hold.mouse && !hold.focus && count > 1

  // The browser may have restored or moved the row's scroll position before hydration. Read it in the next frame,
  // because an earlier read forces an extra layout.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (row.current) setCurrent(slideAt(row.current))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (!advances) return
    const timer = setInterval(() => {
      if (isVisible(row.current)) show(neighbour(current, 1, count), row.current)
    }, SLIDE_TIME)
    return () => clearInterval(timer)
  }, [advances, current, count])

  const step = (by: 1 | -1) => show(neighbour(current, by, count), row.current)
  return {
    row,
    current: Math.min(current, Math.max(0, count - 1)),
    isPlaying,
    step,
    togglePlaying: () => setPlaying(!isPlaying),
    /** Handlers of the container of slides and controls. */
    containerHandlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHold({ ...hold, mouse: true }),
      onPointerLeave: () => setHold({ ...hold, mouse: false }),
      onKeyDown(event: KeyboardEvent) {
        const by = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
        if (by !== 1 && by !== -1) return
        event.preventDefault()
        step(by)
      },
    },
    /** Handlers of the scrolling row. */
    rowHandlers: {
      onScroll: () => row.current && setCurrent(slideAt(row.current)),
      onPointerDown: ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && setPlaying(false),
      onFocus: () => setHold({ ...hold, focus: true }),
      onBlur: (event: FocusEvent) =>
        event.currentTarget.contains(event.relatedTarget) || setHold({ ...hold, focus: false }),
    },
  }
}

/** Wraps around. */
export function neighbour(current: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + by + count) % count
}

/** Index of the most visible slide; scrollLeft is negative in right-to-left rows. */
function slideAt(row: HTMLElement): number {
  return row.clientWidth === 0 ? 0 : Math.round(Math.abs(row.scrollLeft) / row.clientWidth)
}

/** Scrolls to a slide; a wrap-around jumps without animation. */
function show(slide: number, row: HTMLElement | null) {
  if (!row) return
  const distance = Math.abs(slide - slideAt(row))
  const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  row.scrollTo({
    left: sign * slide * row.clientWidth,
    behavior: distance > 1 || prefersReducedMotion() ? 'instant' : 'smooth',
  })
}

function isVisible(row: HTMLElement | null): boolean {
  return row !== null && document.visibilityState === 'visible' && row.getBoundingClientRect().bottom > 0
}

const subscribeToNothing = () => () => undefined
const mayAutoplay = () => !isDataSaverOn() && !prefersReducedMotion()
