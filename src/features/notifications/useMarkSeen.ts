import { useCallback, useEffect, useRef } from 'react'
import { markRead } from '#data/areas/notifications.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'

/**
 * Notifications that become visible within this time are marked with one mutation, in ms. Long enough to have been
 * looked at.
 */
const MARK_DELAY = 800
/** Fraction of a notification that must be visible. */
const VISIBLE_FRACTION = 0.6

/**
 * Marks notifications as read once they were visible in a focused tab. Pass the result as `ref` to each unread element
 * and the id as `data-id`.
 */
export function useMarkSeen(): (element: HTMLElement | null) => (() => void) | undefined {
  const change = useMutationAction()
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const observer = useRef<IntersectionObserver>(undefined)

  const flush = useCallback(() => {
    timer.current = undefined
    if (document.visibilityState !== 'visible') return
    const ids = [...waiting.current]
    waiting.current.clear()
    if (ids.length > 0) void change(() => markRead(ids))
  }, [change])

  useEffect(() => {
    // The time starts when the tab becomes visible.
    const look = () => {
      if (waiting.current.size > 0) timer.current ??= setTimeout(flush, MARK_DELAY)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer.current)
      timer.current = undefined
      observer.current?.disconnect()
      observer.current = undefined
    }
  }, [flush])

  return useCallback(
    (element) => {
      if (!element) return
      observer.current ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            const id = target.getAttribute('data-id')
            if (id === null) continue
            if (isIntersecting) waiting.current.add(id)
            else waiting.current.delete(id)
          }
          if (waiting.current.size > 0) timer.current ??= setTimeout(flush, MARK_DELAY)
        },
        { threshold: VISIBLE_FRACTION },
      )
      const { current } = observer
      current.observe(element)
      return () => current.unobserve(element)
    },
    [flush],
  )
}
