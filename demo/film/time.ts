import sample from '#demo/sample/sample.json' with { type: 'json' }

/** Length of the sample film, in seconds; it loops without a seam. */
export const REEL_SECONDS = sample.seconds
export const FRAMES_PER_SECOND = sample.framesPerSecond
/** Length of a scene, in seconds; the curtain hides the cut. */
export const SCENE_SECONDS = 8
/** Drawing units of a frame. */
export const WIDE = 1920
export const HIGH = 1080

/** Smoothstep: 0 before `from`, 1 after `to`. */
export function ease(at: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

/** Linear interpolation by a part from 0 to 1. */
export function between(low: number, high: number, part: number): number {
  return low + (high - low) * part
}
