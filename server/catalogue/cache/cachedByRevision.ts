import type { Database } from '#server/database/connect.ts'
import { readCatalogueState } from './catalogueState.ts'

interface Kept {
  revision: number
  values: Map<string, Promise<unknown>>
}

const kept = new WeakMap<Database, Kept>()

/**
 * Computes counts over the whole catalogue once per revision, so that a page's cost does not grow with the catalogue.
 * Each process has its own cache; the revision in the database invalidates all of them.
 */
export async function cachedByRevision<T>(database: Database, name: string, compute: () => Promise<T>): Promise<T> {
  const { revision } = await readCatalogueState(database)
  let memory = kept.get(database)
  if (memory?.revision !== revision) {
    memory = { revision, values: new Map() }
    kept.set(database, memory)
  }
  const known = memory.values.get(name)
  // Each name is computed in one place, so it determines the type.
  if (known) return known as Promise<T>
  const { values } = memory
  const value = compute()
  values.set(name, value)
  value.catch(() => values.delete(name))
  return value
}
