import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { lazyDatabases } from './lazy.ts'

interface Listener<Found> {
  next: (found: Found) => void
  /** Called when the query fails, which ends it. Unexpected errors have been reported. */
  error?: (failure: unknown) => void
}

/**
 * Runs a query now and after each commit, in any tab, that changes what it read. `look` must be an `async` function.
 * Returns how to unsubscribe.
 */
export function watchQuery<Found>(look: () => Promise<Found>, listener: Listener<Found>): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  void lazyDatabases().then(({ liveQuery }) => {
    if (isOver) return
    const watching = liveQuery(look).subscribe({
      next: listener.next,
      error(failure) {
        ignoring(...EXPECTED_ERRORS)(failure)
        listener.error?.(failure)
      },
    })
    stop = () => watching.unsubscribe()
  })
  return () => stop()
}
