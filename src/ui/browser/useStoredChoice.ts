import { useState, useSyncExternalStore } from 'react'

/** A choice of looks that this device remembers; anything unknown that stands there counts as the first. */
export function useStoredChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [chosen, setChosen] = useState<Value>()
  // A page that the server has drawn knows of no device; what is remembered follows it.
  const kept = useSyncExternalStore(
    never,
    () => read(key),
    () => null,
  )
  return [
    chosen ?? values.find((one) => one === kept) ?? values[0],
    (next) => {
      setChosen(next)
      write(key, next)
    },
  ]
}

const never = () => () => undefined

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
    // A browser that keeps nothing: remembered as long as the screen stands.
  }
}
