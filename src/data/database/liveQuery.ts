import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { lazyDatabases } from './lazy.ts'

/** Who hears what a live query finds. */
interface Listener<Found> {
  next: (found: Found) => void
  /** Ends the query. Bugs have been reported. */
  error?: (failure: unknown) => void
}

/**
 * A live query: looked up now, and again after each commit, of whichever tab, that changes what it read. The function must
 * be an `async` one. Answers how to stop.
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
