import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { lazyDatabases } from './lazy.ts'

/** A query that runs now and after each commit, in any tab, that changes what it read. */
interface LiveQuery<Found> {
  /** dexie-react-hooks would otherwise run each query twice, once during render. */
  hasValue: () => boolean
  /** `error`: called when the query fails, which ends it. Unexpected errors have been reported. */
  subscribe: (next: (found: Found) => void, error?: (failure: unknown) => void) => { unsubscribe: () => void }
}

/** Returns Dexie's `liveQuery(look)`, but loads Dexie at the first subscription. `look` must be an `async` function. */
export function liveQuery<Found>(look: () => Promise<Found>): LiveQuery<Found> {
  return {
    hasValue: () => false,
    subscribe(next, error) {
      let isOver = false
      let stop = () => {
        isOver = true
      }
      void lazyDatabases().then((databases) => {
        if (isOver) return
        const subscription = databases.liveQuery(look).subscribe({
          next,
          error(failure) {
            ignoring(...EXPECTED_ERRORS)(failure)
            error?.(failure)
          },
        })
        stop = () => subscription.unsubscribe()
      })
      return { unsubscribe: () => stop() }
    },
  }
}

/** The part of Dexie that dexie-react-hooks calls. The build resolves its import of `dexie` to this (`vite.config.ts`). */
export const Dexie = { liveQuery }
