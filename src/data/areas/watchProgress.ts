/** Resume is offered from this position on, in s (docs/product.md#player). */
const BEGUN = 20
/** Resume is offered until this long before the end, in s. */
const REST = 120
/** What is shorter than this, in s, has no room for both: of it a tenth counts at each end. */
const SHORT = 240

interface Mark {
  position: number
  duration: number
}

/** Where something goes on, in s; nothing when it was hardly begun, or nothing but credits is left. */
export function resumeAt({ position, duration }: Mark): number | undefined {
  const isLength = duration > 0 && Number.isFinite(position)
  return isLength && position >= begunAt(duration) && position <= duration - restOf(duration) ? position : undefined
}

/** How much of something has been watched, from 0 to 1; nothing when it was hardly begun. What is left at the end is credits. */
export function watchedPart({ position, duration }: Mark): number | undefined {
  if (!(duration > 0) || !(position >= begunAt(duration))) return undefined
  return isWatched({ position, duration }) ? 1 : Math.min(1, position / duration)
}

/** Whether it has been watched to its end. */
export function isWatched({ position, duration }: Mark): boolean {
  return duration > 0 && position >= begunAt(duration) && position > duration - restOf(duration)
}

/** Whether somebody has got anywhere at all in it. */
export function isBegun({ position, duration }: Mark): boolean {
  return position >= begunAt(duration)
}

function begunAt(duration: number): number {
  return duration < SHORT ? Math.min(BEGUN, duration / 10) : BEGUN
}

function restOf(duration: number): number {
  return duration < SHORT ? duration / 10 : REST
}
