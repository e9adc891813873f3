import { useEffect } from 'react'

/** Class names of the lightbox's backdrop. */
const BACKDROP_CLASSES = ['yarl__container', 'yarl__slide', 'yarl__slide_wrapper']
/** Maximum movement of a tap, in px. */
const TAP_TOLERANCE = 10

/**
 * Detects a tap on the backdrop. The lightbox's own handler mistakes the end of a pinch for a tap, and in portrait both
 * fingers are usually on the backdrop.
 */
export function useBackdropTap(tapped: () => void) {
  useEffect(() => {
    let begun: PointerEvent | undefined
    const begin = (event: PointerEvent) => {
      begun = event
    }
    const click = ({ target, clientX, clientY }: MouseEvent) => {
      const isBeside = target instanceof Element && BACKDROP_CLASSES.some((name) => target.classList.contains(name))
      if (!isBeside || !begun) return
      if (Math.hypot(clientX - begun.clientX, clientY - begun.clientY) < TAP_TOLERANCE) tapped()
    }
    addEventListener('pointerdown', begin, true)
    addEventListener('click', click, true)
    return () => {
      removeEventListener('pointerdown', begin, true)
      removeEventListener('click', click, true)
    }
  }, [tapped])
}
