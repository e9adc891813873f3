import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useReducer, useRef } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** Delay before a failed query runs again, in ms. */
const LOOK_AGAIN = 1_000

/**
 * Subscribes to a live query and survives database errors: returns `otherwise` then and retries, because a failed query
 * does not observe the tables it did not reach. `look` must be an `async` function, so that Dexie observes reads after
 * the first `await`. `first`: value before the first result.
 */
export function useLive<Data>(
  look: () => Promise<Data>,
  parts: unknown[],
  otherwise: Data,
  first?: Data,
): Data | undefined {
  const [failures, again] = useReducer((count: number) => count + 1, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useLiveQuery(
    async () => {
      try {
        return await look()
      } catch (failure) {
        ignoring(...EXPECTED_ERRORS)(failure)
        clearTimeout(timer.current)
        timer.current = setTimeout(again, LOOK_AGAIN)
        return otherwise
      }
    },
    [...parts, failures],
    first,
  )
}
