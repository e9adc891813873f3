import { type RefObject, useEffect, useState } from 'react'

/** Distance from the window, in px, at which content counts as near: about half a screen of a phone. */
const NEAR = 400

/** Whether an element has come near the window since it was mounted. False in a page without layout. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (isNear || !target || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${NEAR}px 0px` },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
