import { reportError } from './reportError.ts'

/** Delay between attempts to load a chunk, in ms. */
const RETRY_DELAY = 1_000

/** Loads a chunk that the app cannot do without. Retries until it loads, which a missing network delays. */
export async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch (failure) {
      // A missing chunk is expected without a network.
      reportError(failure)
      await new Promise((over) => setTimeout(over, RETRY_DELAY))
    }
  }
}
