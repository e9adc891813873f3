import { loadWithRetry } from '#data/platform/loadWithRetry.ts'
import { once } from '#data/platform/once.ts'

/** Dexie and the modules that need it. */
export type LazyDatabases = typeof import('./databases.ts')

/** Loads Dexie on first use, so that the first paint does not wait for it. A mutation waits for it instead of being lost. */
export const lazyDatabases = once(() => loadWithRetry<LazyDatabases>(() => import('./databases.ts')))
