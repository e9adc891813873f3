import { useWifiOnly } from '#data/react/downloadHooks.ts'
import { useReachable } from '#data/react/readHooks.ts'
import type { Wait } from './videoTexts.ts'

/** What films on their way wait for now. */
export function useDownloadWait(): Wait {
  const reachable = useReachable()
  const wifi = useWifiOnly()
  if (!reachable) return 'network'
  return wifi?.waits ? 'wifi' : undefined
}
