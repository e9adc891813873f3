import { createContext, useContext, useSyncExternalStore } from 'react'
import { clock } from '#data/platform/clock.ts'

/** When the server rendered this page, in ms. Undefined for pages that are rendered on the device. */
export const RenderTime = createContext<number | undefined>(undefined)

const unchanging = () => () => undefined

/**
 * The year that `yearOf` returns for the current moment, in ms. A prerendered page begins with the year in which it was
 * rendered: React would discard a page that differs from what it renders.
 */
export function useYear(yearOf: (at: number) => number): number {
  const renderedAt = useContext(RenderTime)
  return useSyncExternalStore(
    unchanging,
    () => yearOf(clock.now()),
    () => yearOf(renderedAt ?? clock.now()),
  )
}
