/** Dexie and the modules that need it. */
export type LazyDatabases = typeof import('./databases.ts')

/** Delay between attempts to load the chunk, in ms. */
const RETRY_DELAY = 1_000

let loading: Promise<LazyDatabases> | undefined

/**
 * Loads Dexie on first use, so that the first paint does not wait for it. Retries until it loads: a mutation waits
 * instead of being lost.
 */
export function lazyDatabases(): Promise<LazyDatabases> {
  loading ??= import('./databases.ts').catch(async () => {
    await new Promise((over) => setTimeout(over, RETRY_DELAY))
    loading = undefined
    return lazyDatabases()
  })
  return loading
}
