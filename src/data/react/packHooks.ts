import { type PackProgress, packProgress } from '#data/pack/packProgress.ts'
import { useLive } from './useLive.ts'

/** Returns the progress of the offline pack; null for guests, undefined until loaded. */
export function usePackProgress(): PackProgress | null | undefined {
  return useLive(async () => (await packProgress()) ?? null, [], null)
}
