import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useReducer, useRef } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** Delay before a failed query runs again, in ms. */
const RETRY_DELAY = 1_000

/**
 * Subscribes to a live query and survives database errors: returns `fallback` then and retries, because a failed query
 * does not observe the tables it did not reach. `look` must be an `async` function, so that Dexie observes reads after
 * the first `await`. `first`: value before the first result.
 */
export function useLive<Data>(
  look: () => Promise<Data>,
  deps: unknown[],
  fallback: Data,
  first?: Data,
): Data | undefined {
  const [failures, retry] = useReducer((count: number) => count + 1, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useLiveQuery(
    async () => {
      try {
        return await look()
      } catch (failure) {
        ignoring(...EXPECTED_ERRORS)(failure)
        clearTimeout(timer.current)
        timer.current = setTimeout(retry, RETRY_DELAY)
        return fallback
      }
    },
    [...deps, failures],
    first,
  )
}
