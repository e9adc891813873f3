import { useState, useSyncExternalStore } from 'react'
import { localItems } from '#data/platform/webStorage.ts'

/** A display choice stored on this device. Falls back to the first value when the stored one is unknown. */
export function useStoredChoice<Value extends string>(
  key: Parameters<typeof localItems.get>[0],
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [chosen, setChosen] = useState<Value>()
  // The prerendered page shows the default; the stored value follows after hydration.
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => localItems.get(key),
    () => null,
  )
  return [
    chosen ?? values.find((one) => one === stored) ?? values[0],
    (next) => {
      setChosen(next)
      localItems.set(key, next)
    },
  ]
}

const subscribeToNothing = () => () => undefined
