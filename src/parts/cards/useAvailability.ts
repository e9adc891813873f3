import { cacheKey, type Read } from '#data/network/cachedRead.ts'
import { useCachedKeys, useReachable } from '#data/react/readHooks.ts'

/**
 * Whether the pages behind cards open now: with the server in reach all do, else those whose content this device remembers.
 * Asked once for all cards of a screen; the answer tells for each by its place.
 */
export function useAvailability(reads: Pick<Read<unknown>, 'key'>[]): (at: number) => boolean {
  const reachable = useReachable()
  const kept = useCachedKeys(reads)
  return (at) => {
    const read = reads[at]
    return reachable || kept === undefined || (read !== undefined && kept.has(cacheKey(read)))
  }
}
