import type { Screenshot } from '#contract/screenshots.ts'
import { wholeNumber } from '#contract/shapes.ts'

/** The number of the open screenshot in the address. */
export interface ShotAddress {
  shot?: number | undefined
}

/** Parses the address; an invalid number opens no screenshot. */
export function readShotAddress(raw: Record<string, unknown>): ShotAddress {
  const shot = wholeNumber(raw.shot)
  return { shot: Number.isSafeInteger(shot) && shot >= 1 ? shot : undefined }
}

/** Index of the requested screenshot or the nearest one; undefined when none is requested or none exists. */
export function screenshotIndex(shots: readonly Screenshot[], shot: number | undefined): number | undefined {
  if (shot === undefined || shots.length === 0) return undefined
  const at = shots.findIndex(({ id }) => id === shot)
  return at >= 0 ? at : Math.min(shot, shots.length) - 1
}
