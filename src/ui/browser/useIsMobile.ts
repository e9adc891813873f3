import { useSyncExternalStore } from 'react'
import { MOBILE_BREAKPOINT } from '#contract/limits.ts'

const query = () => matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`)

/**
 * Whether the layout is the mobile one (specification, section 2). Only for behaviour that differs: what merely looks
 * different is the style sheets' business, which need no script.
 */
export function useIsMobile(): boolean {
  return useSyncExternalStore(watch, () => query().matches)
}

function watch(changed: () => void): () => void {
  const watched = query()
  watched.addEventListener('change', changed)
  return () => watched.removeEventListener('change', changed)
}
