import type { Database } from '#server/database/connect.ts'
import { onRejection } from '#server/platform/onRejection.ts'
import { readCatalogueState } from './catalogueState.ts'

interface Cache {
  revision: number
  values: Map<string, Promise<unknown>>
}

const caches = new WeakMap<Database, Cache>()

/**
 * Computes counts over the whole catalogue once per revision, so that a page's cost does not grow with the catalogue.
 * Each process has its own cache; the revision in the database invalidates all of them.
 */
export async function cachedByRevision<T>(database: Database, name: string, compute: () => Promise<T>): Promise<T> {
  const { revision } = await readCatalogueState(database)
  let cache = caches.get(database)
  if (cache?.revision !== revision) {
    cache = { revision, values: new Map() }
    caches.set(database, cache)
  }
  const known = cache.values.get(name)
  // Each name is computed in one place, so it determines the type.
  if (known) return known as Promise<T>
  const { values } = cache
  const value = compute()
  values.set(name, value)
  onRejection(value, () => values.delete(name))
  return value
}
