import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PageMeta } from '#contract/shapes.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import type { View } from '#data/react/readHooks.ts'
import { useDataSaver } from '#ui/browser/dataSaver.ts'

/** Delay, in ms, in browsers without `requestIdleCallback`. */
const REST = 1_500

/** Prefetches the next page of a list when the browser is idle, unless the data saver is on. */
export function usePrefetchNextPage(view: View<{ meta: PageMeta }>, linkOf: (change: { page: number }) => LinkProps) {
  const router = useRouter()
  const spares = useDataSaver()
  const next = nextOf(view)
  const href = next === undefined ? undefined : router.buildLocation(linkOf({ page: next })).href
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address identifies the page
  useEffect(() => {
    if (next === undefined || spares) return
    return whenIdle(() => void router.preloadRoute(linkOf({ page: next })).catch(ignoring(...EXPECTED_ERRORS)))
  }, [href, spares, router])
}

function nextOf(view: View<{ meta: PageMeta }>): number | undefined {
  if (view.state !== 'ready' || view.offline) return undefined
  const { currentPage, lastPage } = view.data.meta
  return currentPage < lastPage ? currentPage + 1 : undefined
}

/** Returns a function that cancels the call. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(act)
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(act, REST)
  return () => clearTimeout(timer)
}
