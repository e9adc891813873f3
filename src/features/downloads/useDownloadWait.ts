import { useDownloadConditions } from '#data/react/downloadSettingHooks.ts'
import { useReachable } from '#data/react/readHooks.ts'
import type { Wait } from './videoTexts.ts'

/** Returns what all pending downloads wait for. */
export function useDownloadWait(): Wait {
  const reachable = useReachable()
  const conditions = useDownloadConditions()
  if (!reachable) return 'network'
  return conditions?.waitsFor
}
