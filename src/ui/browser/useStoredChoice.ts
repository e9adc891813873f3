import { useState, useSyncExternalStore } from 'react'

/** A display choice stored on this device. Falls back to the first value when the stored one is unknown. */
export function useStoredChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [chosen, setChosen] = useState<Value>()
  // The prerendered page shows the default; the stored value follows after hydration.
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => read(key),
    () => null,
  )
  return [
    chosen ?? values.find((one) => one === stored) ?? values[0],
    (next) => {
      setChosen(next)
      write(key, next)
    },
  ]
}

const subscribeToNothing = () => () => undefined

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is blocked: the choice lives as long as the component.
  }
}
