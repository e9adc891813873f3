/** The sample film: so long, in seconds, and begins again without a seam. */
export const REEL_SECONDS = 40
export const FRAMES_PER_SECOND = 25
/** Each of its scenes, in seconds; the curtain hides where one follows the other. */
export const SCENE_SECONDS = 8
/** Drawing units of a frame. */
export const WIDE = 1920
export const HIGH = 1080

/** 0 before `from`, 1 after `to`, gently between. */
export function ease(at: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

/** Between two values, by a part from 0 to 1. */
export function between(low: number, high: number, part: number): number {
  return low + (high - low) * part
}
