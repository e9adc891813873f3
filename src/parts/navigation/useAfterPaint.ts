import { startTransition, useEffect, useState } from 'react'

/** Fallback delay, in ms, where no frame is painted (a background tab). */
const MAX_WAIT = 300

/**
 * Whether content that the first paint does not need may render. It renders after the paint, in a transition, so that
 * taps are not blocked: rendering a whole screen at once takes half a second on a phone. `isImmediate`: evaluated once;
 * true renders at once.
 */
export function useAfterPaint(isImmediate: () => boolean): boolean {
  const [mayRender, setMayRender] = useState(isImmediate)
  useEffect(() => {
    if (mayRender) return
    const render = () => startTransition(() => setMayRender(true))
    let timer = setTimeout(render, MAX_WAIT)
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      // Runs after the paint of this frame.
      timer = setTimeout(render)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [mayRender])
  return mayRender
}
