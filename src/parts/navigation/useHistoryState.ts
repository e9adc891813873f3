import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type StateValue, screenState } from './screenState.ts'

type HistoryState<Value> = [value: Value, set: (next: Value) => void]

/**
 * A boolean, such as an expanded section, that is restored with its history entry: after going back and after a reload.
 * `name` must be unique on the screen.
 */
export function useHistoryFlag(name: string): HistoryState<boolean> {
  return useHistoryState<boolean>(name, false, (value) => typeof value === 'boolean')
}

/** A number, such as a selected season, that is restored with its history entry. `initial`: the default. */
export function useHistoryNumber(name: string, initial: number): HistoryState<number> {
  return useHistoryState<number>(name, initial, (value) => typeof value === 'number')
}

function useHistoryState<Value extends StateValue>(
  name: string,
  initial: Value,
  isValid: (value: StateValue | undefined) => value is Value,
): HistoryState<Value> {
  const router = useRouter()
  const [value, setValue] = useState(() => {
    const restored = screenState.restored(router.latestLocation, name)
    return isValid(restored) ? restored : initial
  })
  useEffect(() => screenState.report(name, value === initial ? undefined : value), [name, value, initial])
  return [value, setValue]
}
