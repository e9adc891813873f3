import { setTimeout as wait } from 'node:timers/promises'
import { StartupError } from './startupError.ts'

/** How long a stopping server may take to release its ports and its folder, in ms. */
const RESTART_TIMEOUT = 3000
const RETRY_DELAY = 100

/**
 * Repeats an attempt while it throws `StartupError`, for up to `timeout` ms: the server that is being replaced may
 * still hold a port or the data folder.
 */
export async function retryWhileRestarting<T>(attempt: () => T | Promise<T>, timeout = RESTART_TIMEOUT): Promise<T> {
  for (const start = performance.now(); ; await wait(RETRY_DELAY)) {
    try {
      return await attempt()
    } catch (problem) {
      if (!(problem instanceof StartupError) || performance.now() - start > timeout) throw problem
    }
  }
}
