import { clock } from './clock.ts'

/** Timers of browsers overflow beyond 2³¹ ms; nothing waits anywhere near as long. */
const MAX_DELAY = 2 ** 30

/** Rings at a moment of the device's clock (ms), at once where that is past; for `clearTimeout`. */
export function setTimeoutAt(moment: number, ring: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(ring, Math.min(Math.max(0, moment - clock.now()), MAX_DELAY))
}
