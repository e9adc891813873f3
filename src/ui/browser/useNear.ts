import { type RefObject, useEffect, useState } from 'react'

/** Distance from the window, in px, at which content counts as near: about half a screen of a phone. */
const NEAR = 400

/**
 * Whether an element has come near the window since it was mounted: into the window before the first scroll, since what
 * may never be seen must not slow down the start. False in a page without layout.
 */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (isNear || !target || typeof IntersectionObserver === 'undefined') return
    let observer: IntersectionObserver | undefined
    const observe = (margin: number) => {
      observer?.disconnect()
      observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
        },
        { rootMargin: `${margin}px 0px` },
      )
      observer.observe(target)
    }
    const onScroll = () => observe(NEAR)
    observe(scrollY > 0 ? NEAR : 0)
    addEventListener('scroll', onScroll, { once: true, passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      observer?.disconnect()
    }
  }, [element, isNear])
  return isNear
}
