import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useReducer, useRef } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** After a look that failed the next one comes by itself, in ms. */
const LOOK_AGAIN = 1_000

/**
 * A live query that outlives trouble with the database: `otherwise` shows, and it is asked again soon, since a look that
 * failed half way does not hear the changes of what it did not come to read. The function must be an `async` one: Dexie
 * hears what is read after the first `await` of no other. `first`: what is known before it.
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
