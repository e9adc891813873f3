import { once } from '#data/platform/once.ts'
import { reportError } from '#data/platform/reportError.ts'

/** Dexie and the modules that need it. */
export type LazyDatabases = typeof import('./databases.ts')

/** Delay between attempts to load the chunk, in ms. */
const RETRY_DELAY = 1_000

/**
 * Loads Dexie on first use, so that the first paint does not wait for it. Retries until it loads: a mutation waits
 * instead of being lost.
 */
export const lazyDatabases = once(load)

async function load(): Promise<LazyDatabases> {
  for (;;) {
    try {
      return await import('./databases.ts')
    } catch (failure) {
      // A missing chunk is expected without a network.
      reportError(failure)
      await new Promise((over) => setTimeout(over, RETRY_DELAY))
    }
  }
}
