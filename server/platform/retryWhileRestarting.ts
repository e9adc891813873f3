import { setTimeout as wait } from 'node:timers/promises'
import { StartupError } from './startupError.ts'

/** How long a stopping server may take to release its ports and its folder, in ms. */
const PATIENCE = 3000
const AGAIN = 100

/**
 * Repeats an attempt while it throws `StartupError`, for up to `patience` ms: the server that is being replaced may
 * still hold a port or the data folder.
 */
export async function retryWhileRestarting<T>(attempt: () => T | Promise<T>, patience = PATIENCE): Promise<T> {
  for (const start = performance.now(); ; await wait(AGAIN)) {
    try {
      return await attempt()
    } catch (problem) {
      if (!(problem instanceof StartupError) || performance.now() - start > patience) throw problem
    }
  }
}
