/** "Resume" is offered from here on, in s (product page, section 3) … */
const BEGUN = 20
/** … until so long before the end, in s. */
const REST = 120

interface Mark {
  position: number
  duration: number
}

/** How much of something has been watched, from 0 to 1; nothing when it was hardly begun. What is left at the end is credits. */
export function watchedPart({ position, duration }: Mark): number | undefined {
  if (!(duration > 0) || position < BEGUN) return undefined
  return isWatched({ position, duration }) ? 1 : Math.min(1, position / duration)
}

/** Whether it has been watched to its end. */
export function isWatched({ position, duration }: Mark): boolean {
  return duration > 0 && position >= BEGUN && position > duration - REST
}
