import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PageMeta } from '#contract/shapes.ts'
import type { View } from '#data/react/readHooks.ts'
import { useDataSaver } from '#ui/browser/dataSaver.ts'

/** Where the browser does not say when it is idle: this long after the page has come to rest, in ms. */
const REST = 1_500

/** Fetches the page after the one that shows once nothing else is to be done, unless data are to be spared. */
export function usePrefetchNextPage(view: View<{ meta: PageMeta }>, linkOf: (change: { page: number }) => LinkProps) {
  const router = useRouter()
  const spares = useDataSaver()
  const next = nextOf(view)
  const href = next === undefined ? undefined : router.buildLocation(linkOf({ page: next })).href
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says whether it is another page
  useEffect(() => {
    if (next === undefined || spares) return
    return whenIdle(() => void router.preloadRoute(linkOf({ page: next })).catch(() => undefined))
  }, [href, spares, router])
}

function nextOf(view: View<{ meta: PageMeta }>): number | undefined {
  if (view.state !== 'ready' || view.offline) return undefined
  const { currentPage, lastPage } = view.data.meta
  return currentPage < lastPage ? currentPage + 1 : undefined
}

/** Answers how to call it off. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(act)
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(act, REST)
  return () => clearTimeout(timer)
}
