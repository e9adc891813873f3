import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** A finger that stays for this long, in ms, means more than a tap. */
const LONG = 450
/** … unless it moves further than this, in px: then it scrolls. */
const STILL = 10

/**
 * What a long press on a touch screen brings out, until something else is touched. Give the handlers to the element;
 * the click that ends the press is swallowed.
 */
export function useLongPress() {
  const [isPressed, setPressed] = useState(false)
  const press = useRef<{ timer: number; x: number; y: number; done: boolean } | undefined>(undefined)

  useEffect(() => () => clearTimeout(press.current?.timer), [])
  useEffect(() => {
    if (!isPressed) return
    const release = () => setPressed(false)
    // The press itself is over by the next pointer that goes down anywhere; what it goes down on still gets its click.
    const away = () => setTimeout(release, 400)
    addEventListener('pointerdown', away)
    addEventListener('scroll', release, { passive: true })
    return () => {
      removeEventListener('pointerdown', away)
      removeEventListener('scroll', release)
    }
  }, [isPressed])

  function cancel() {
    clearTimeout(press.current?.timer)
    if (press.current && !press.current.done) press.current = undefined
  }
  return {
    isPressed,
    handlers: {
      onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
        cancel()
        press.current = undefined
        if (pointerType === 'mouse') return
        const timer = window.setTimeout(() => {
          if (press.current) press.current.done = true
          setPressed(true)
        }, LONG)
        press.current = { timer, x, y, done: false }
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const from = press.current
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL) cancel()
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onContextMenu(event: MouseEvent) {
        if (press.current) event.preventDefault()
      },
      onClickCapture(event: MouseEvent) {
        if (!press.current?.done) return
        press.current = undefined
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
