import { useReachable } from '#data/hooks.ts'
import { useWifiOnly } from '#data/keptHooks.ts'
import type { Wait } from './videoWords.ts'

/** What films on their way wait for now. */
export function useWait(): Wait {
  const reachable = useReachable()
  const wifi = useWifiOnly()
  if (!reachable) return 'network'
  return wifi?.waits ? 'wifi' : undefined
}
