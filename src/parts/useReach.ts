import { useKept, useOnline } from '#data/hooks.ts'
import { nameOf, type Read } from '#data/read.ts'

/**
 * Whether the pages behind cards open now: with a network all do, without one those whose content this device remembers.
 * Asked once for all cards of a screen; the answer tells for each by its place.
 */
export function useReach(reads: Pick<Read<unknown>, 'key'>[]): (at: number) => boolean {
  const online = useOnline()
  const kept = useKept(reads)
  return (at) => {
    const read = reads[at]
    return online || kept === undefined || (read !== undefined && kept.has(nameOf(read)))
  }
}
