import { useCallback, useEffect, useRef } from 'react'
import { markRead } from '#data/areas/notifications.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'

/** What came into sight within this time is marked with one change, in ms: long enough to have been looked at. */
const LOOK = 800
/** So much of it has to be in the window. */
const SIGHT = 0.6

/**
 * Marks notifications as read once they were seen: in the window, in a tab that is looked at. To be given as `ref` to the
 * element of each that is not read, with its id as `data-id`.
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
    // What came into sight while nobody looked counts from when somebody does.
    const look = () => {
      if (waiting.current.size > 0) timer.current ??= setTimeout(flush, LOOK)
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
        (sights) => {
          for (const { target, isIntersecting } of sights) {
            const id = target.getAttribute('data-id')
            if (id === null) continue
            if (isIntersecting) waiting.current.add(id)
            else waiting.current.delete(id)
          }
          if (waiting.current.size > 0) timer.current ??= setTimeout(flush, LOOK)
        },
        { threshold: SIGHT },
      )
      const { current } = observer
      current.observe(element)
      return () => current.unobserve(element)
    },
    [flush],
  )
}
