import { setTimeout as wait } from 'node:timers/promises'
import { StartProblem } from './startupError.ts'

/** A server that is being restarted has this long to let go, in ms. */
const PATIENCE = 3000
const AGAIN = 100

/** Tries what only a server before this one may stand in the way of, again for a moment before giving up. */
export async function patiently<T>(attempt: () => T | Promise<T>): Promise<T> {
  for (const start = performance.now(); ; await wait(AGAIN)) {
    try {
      return await attempt()
    } catch (problem) {
      if (!(problem instanceof StartProblem) || performance.now() - start > PATIENCE) throw problem
    }
  }
}
