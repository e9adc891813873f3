import { useState } from 'react'

/** A choice of looks that this device remembers; anything unknown that stands there counts as the first. */
export function useRemembered<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const kept = read(key)
    return values.find((one) => one === kept) ?? values[0]
  })
  return [
    value,
    (next) => {
      setValue(next)
      write(key, next)
    },
  ]
}

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
