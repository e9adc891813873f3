import { cacheKey, type Read } from '#data/network/cachedRead.ts'
import { useCachedKeys, useReachable } from '#data/react/readHooks.ts'

/**
 * Whether the pages behind cards can be opened: all of them while the server is reachable, otherwise those cached on
 * this device. Runs one query for all cards of a screen and returns a lookup by index.
 */
export function useAvailability(reads: Pick<Read<unknown>, 'key'>[]): (at: number) => boolean {
  const reachable = useReachable()
  const cached = useCachedKeys(reads)
  return (at) => {
    const read = reads[at]
    return reachable || cached === undefined || (read !== undefined && cached.has(cacheKey(read)))
  }
}
