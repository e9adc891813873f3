import type { QueryClient } from '@tanstack/react-query'
import { loadWithRetry } from '#data/platform/loadWithRetry.ts'
import { once } from '#data/platform/once.ts'

/** The sync of one page. */
export interface Sync {
  /** Starts the sync; a second call does nothing. */
  start: () => void
  /** Sends and fetches everything now, on the user's request. */
  syncNow: () => Promise<void>
}

/**
 * Creates the sync of this page: user and lists refresh by the query client's times, the outbox by the drainer. Its code
 * is loaded at the start, since the first paint does not need it.
 */
export function createSync(client: QueryClient): Sync {
  const start = once(async () => {
    const { startDraining } = await loadWithRetry(() => import('./startDraining.ts'))
    return startDraining(client)
  })
  return {
    start: () => void start(),
    async syncNow() {
      await (await start()).wakeUp()
      await client.invalidateQueries({ queryKey: ['user'] })
      await client.invalidateQueries({ queryKey: ['pull'] })
    },
  }
}
