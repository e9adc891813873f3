import type { Database } from '#server/database/connect.ts'
import { readCatalogueState } from './catalogueState.ts'

interface Kept {
  revision: number
  values: Map<string, Promise<unknown>>
}

const kept = new WeakMap<Database, Kept>()

/**
 * Computes what is counted over the whole catalogue once per revision of it, so that the cost of a page does not grow with
 * the catalogue. Every process has its own memory; the revision in the database tells all of them when it is old.
 */
export async function cachedByRevision<T>(database: Database, name: string, compute: () => Promise<T>): Promise<T> {
  const { revision } = await readCatalogueState(database)
  let memory = kept.get(database)
  if (memory?.revision !== revision) {
    memory = { revision, values: new Map() }
    kept.set(database, memory)
  }
  const known = memory.values.get(name)
  // The name is the type: each name is computed in one place.
  if (known) return known as Promise<T>
  const { values } = memory
  const value = compute()
  values.set(name, value)
  value.catch(() => values.delete(name))
  return value
}
