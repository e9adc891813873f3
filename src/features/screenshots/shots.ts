import type { Screenshot } from '#contract/screenshots.ts'
import { wholeNumber } from '#contract/shapes.ts'

/** As the address holds it: the picture that stands large. */
export interface ShotAddress {
  shot?: number | undefined
}

/** What is no number of a picture opens none. */
export function readShotAddress(raw: Record<string, unknown>): ShotAddress {
  const shot = wholeNumber(raw.shot)
  return { shot: Number.isSafeInteger(shot) && shot >= 1 ? shot : undefined }
}

/** Where the asked picture stands, or the nearest to it; nothing when none is asked for, or there is none. */
export function placeOf(shots: readonly Screenshot[], shot: number | undefined): number | undefined {
  if (shot === undefined || shots.length === 0) return undefined
  const at = shots.findIndex(({ id }) => id === shot)
  return at >= 0 ? at : Math.min(shot, shots.length) - 1
}
