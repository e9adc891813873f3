import { useEffect } from 'react'

/** While a film is on, the frame of the app (header, foot, bar) goes out, as the lights do. */
export function useCinema() {
  useEffect(() => {
    const root = document.documentElement
    root.dataset.cinema = ''
    return () => {
      delete root.dataset.cinema
    }
  }, [])
}
