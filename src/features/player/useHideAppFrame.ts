import { useLayoutEffect } from 'react'

/** While a film is on, the frame of the app (header, foot, bar) goes out, as the lights do. */
export function useHideAppFrame() {
  // Before it is painted: a header that was seen and goes would move all that stands.
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.cinema = ''
    return () => {
      delete root.dataset.cinema
    }
  }, [])
}
