/** Resuming is offered from this position on, in s (docs/product.md#player), */
const START_MARGIN = 20
/** until this long before the end, in s. */
const END_MARGIN = 120
/** Shorter videos use a tenth of their duration for both limits, in s. */
const SHORT_DURATION = 240

interface Position {
  position: number
  duration: number
}

/** Returns the position to resume from, in s; undefined near the start and in the credits. */
export function resumeAt({ position, duration }: Position): number | undefined {
  const isValid = duration > 0 && Number.isFinite(position)
  return isValid && position >= startMargin(duration) && position <= duration - endMargin(duration)
    ? position
    : undefined
}

/** Returns the watched fraction, from 0 to 1; undefined when hardly started. Reaching the credits counts as 1. */
export function watchedFraction({ position, duration }: Position): number | undefined {
  if (!(duration > 0) || !(position >= startMargin(duration))) return undefined
  return isWatched({ position, duration }) ? 1 : Math.min(1, position / duration)
}

/** Whether the video was watched to the credits. */
export function isWatched({ position, duration }: Position): boolean {
  return duration > 0 && position >= startMargin(duration) && position > duration - endMargin(duration)
}

/** Whether the position is past the start. */
export function isBegun({ position, duration }: Position): boolean {
  return position >= startMargin(duration)
}

function startMargin(duration: number): number {
  return duration < SHORT_DURATION ? Math.min(START_MARGIN, duration / 10) : START_MARGIN
}

function endMargin(duration: number): number {
  return duration < SHORT_DURATION ? duration / 10 : END_MARGIN
}
