import { clock } from './clock.ts'

/** Browser timers overflow beyond 2³¹ ms. No wait in the app is that long. */
const MAX_DELAY = 2 ** 30

/** Calls `ring` at a moment of the device clock (ms), immediately if it has passed. Cancel with `clearTimeout`. */
export function setTimeoutAt(moment: number, ring: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(ring, Math.min(Math.max(0, moment - clock.now()), MAX_DELAY))
}
