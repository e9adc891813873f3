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
import { IsForeground } from '#ui/layout/isForeground.ts'

/** How long a slide stands, in ms (look page, "Motion"). */
const SLIDE_TIME = 8000

/**
 * The moving of a slideshow: it goes on by itself while it plays, is in sight, and neither the mouse nor the focus rests
 * on it. A touch stops it for good; whoever wants it on again presses play. It does not start by itself where motion
 * or data are to be spared.
 */
export function useSlides(count: number) {
  const row = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [wanted, setPlaying] = useState<boolean>()
  // The page as the server sent it does not know whose it is: it looks as for most.
  const startsByItself = useSyncExternalStore(never, mayStart, () => true)
  const isPlaying = wanted ?? startsByItself
  const [isHeld, setHeld] = useState({ mouse: false, focus: false })
  const isShown = useContext(IsForeground)
  const goesOn = isPlaying && isShown && !isHeld.mouse && !isHeld.focus && count > 1

  // A page that was drawn beforehand may have been pushed already, or put back by the browser to where it was left. In
  // the next frame, which lays everything out by itself: to look earlier makes the browser do it twice.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (row.current) setCurrent(slideAt(row.current))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => {
      if (isInSight(row.current)) show(neighbour(current, 1, count), row.current)
    }, SLIDE_TIME)
    return () => clearInterval(timer)
  }, [goesOn, current, count])

  const step = (by: 1 | -1) => show(neighbour(current, by, count), row.current)
  return {
    row,
    current: Math.min(current, Math.max(0, count - 1)),
    isPlaying,
    step,
    togglePlaying: () => setPlaying(!isPlaying),
    /** For the frame around slides and controls. */
    frame: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHeld({ ...isHeld, mouse: true }),
      onPointerLeave: () => setHeld({ ...isHeld, mouse: false }),
      onKeyDown(event: KeyboardEvent) {
        const by = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
        if (by !== 1 && by !== -1) return
        event.preventDefault()
        step(by)
      },
    },
    /** For the row that is pushed. */
    slides: {
      onScroll: () => row.current && setCurrent(slideAt(row.current)),
      onPointerDown: ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && setPlaying(false),
      onFocus: () => setHeld({ ...isHeld, focus: true }),
      onBlur: (event: FocusEvent) =>
        event.currentTarget.contains(event.relatedTarget) || setHeld({ ...isHeld, focus: false }),
    },
  }
}

/** After the last comes the first. */
export function neighbour(current: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + by + count) % count
}

/** Which slide a row shows most of; right-to-left rows count their way in negative px. */
function slideAt(row: HTMLElement): number {
  return row.clientWidth === 0 ? 0 : Math.round(Math.abs(row.scrollLeft) / row.clientWidth)
}

/** Pushes the row to a slide; from one end to the other it cuts. */
function show(slide: number, row: HTMLElement | null) {
  if (!row) return
  const way = Math.abs(slide - slideAt(row))
  const onward = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  row.scrollTo({
    left: onward * slide * row.clientWidth,
    behavior: way > 1 || sparesMotion() ? 'instant' : 'smooth',
  })
}

function isInSight(row: HTMLElement | null): boolean {
  return row !== null && document.visibilityState === 'visible' && row.getBoundingClientRect().bottom > 0
}

const never = () => () => undefined
const mayStart = () => !isDataSaverOn() && !sparesMotion()

function sparesMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
