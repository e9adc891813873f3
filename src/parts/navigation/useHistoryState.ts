import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { reportValue, restoredValue, type StateValue } from './screenState.ts'

type Kept<Value> = [now: Value, set: (next: Value) => void]

/**
 * Whether a person has opened something on a screen, for as long as its place in the history lives: they find it so when they
 * come back, and after a reload. `name` is its own among all that stands there.
 */
export function useHistoryFlag(name: string): Kept<boolean> {
  return useHistoryState<boolean>(name, false, (left) => typeof left === 'boolean')
}

/** The same of a number: which one they have chosen, how many they have asked for. `start`: as it comes. */
export function useHistoryNumber(name: string, start: number): Kept<number> {
  return useHistoryState<number>(name, start, (left) => typeof left === 'number')
}

function useHistoryState<Value extends StateValue>(
  name: string,
  start: Value,
  isLike: (left: StateValue | undefined) => left is Value,
): Kept<Value> {
  const router = useRouter()
  const [value, setValue] = useState(() => {
    const left = restoredValue(router.latestLocation, name)
    return isLike(left) ? left : start
  })
  useEffect(() => reportValue(name, value === start ? undefined : value), [name, value, start])
  return [value, setValue]
}
