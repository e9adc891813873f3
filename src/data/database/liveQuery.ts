import { late } from './lazy.ts'

/** Who hears what a live query finds. */
interface Listener<Found> {
  next: (found: Found) => void
  error: (failure: unknown) => void
}

/**
 * A live query: looked up now, and again after each commit, of whichever tab, that changes what it read. The function must
 * be an `async` one. Answers how to stop.
 */
export function live<Found>(look: () => Promise<Found>, listener: Listener<Found>): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  void late().then(({ liveQuery }) => {
    if (isOver) return
    const watching = liveQuery(look).subscribe(listener)
    stop = () => watching.unsubscribe()
  })
  return () => stop()
}
