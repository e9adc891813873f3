import { useEffect } from 'react'

/** What of the gallery is beside the picture. */
const BESIDE = ['yarl__container', 'yarl__slide', 'yarl__slide_wrapper']
/** A finger that has gone further was not a tap, in px. */
const STILL = 10

/**
 * A tap beside the picture. The gallery's own ear takes the end of a pinch for one, and on a phone held upright two fingers find
 * little else than what is beside it.
 */
export function useBackdropTap(tapped: () => void) {
  useEffect(() => {
    let begun: PointerEvent | undefined
    const begin = (event: PointerEvent) => {
      begun = event
    }
    const click = ({ target, clientX, clientY }: MouseEvent) => {
      const isBeside = target instanceof Element && BESIDE.some((name) => target.classList.contains(name))
      if (!isBeside || !begun) return
      if (Math.hypot(clientX - begun.clientX, clientY - begun.clientY) < STILL) tapped()
    }
    addEventListener('pointerdown', begin, true)
    addEventListener('click', click, true)
    return () => {
      removeEventListener('pointerdown', begin, true)
      removeEventListener('click', click, true)
    }
  }, [tapped])
}
