import { useLayoutEffect } from 'react'

/** Hides header, footer and navigation bar while the player is open. */
export function useHideAppFrame() {
  // A layout effect, so that the header is never painted and then removed.
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.cinema = ''
    return () => {
      delete root.dataset.cinema
    }
  }, [])
}
