import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** Duration of a long press, in ms. */
const LONG = 450
/** A finger that moves further than this, in px, scrolls instead. */
const STILL = 10

/**
 * Long press on a touch screen; stays active until the next touch or scroll. Spread the handlers on the element. The
 * click that ends the press is suppressed.
 */
export function useLongPress() {
  const [isPressed, setPressed] = useState(false)
  const press = useRef<{ timer: number; x: number; y: number; done: boolean } | undefined>(undefined)

  useEffect(() => () => clearTimeout(press.current?.timer), [])
  useEffect(() => {
    if (!isPressed) return
    const release = () => setPressed(false)
    // The next pointerdown anywhere ends the press. Its target still receives its click first.
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
