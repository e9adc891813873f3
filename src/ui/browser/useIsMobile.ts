import { useSyncExternalStore } from 'react'
import { MOBILE_BREAKPOINT } from '#contract/limits.ts'

const query = () => matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`)

/**
 * Whether the mobile layout is active (docs/specification.md, section 2). For differences in behaviour only: style
 * sheets handle differences in appearance.
 */
export function useIsMobile(): boolean {
  return useSyncExternalStore(
    watch,
    () => query().matches,
    // The prerendered page has one layout for all windows.
    () => false,
  )
}

function watch(changed: () => void): () => void {
  const watched = query()
  watched.addEventListener('change', changed)
  return () => watched.removeEventListener('change', changed)
}
