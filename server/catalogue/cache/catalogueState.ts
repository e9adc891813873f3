import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'

/** The seeded data's version, and how often the catalogue has changed. */
export interface CatalogueState {
  dataVersion: string | null
  revision: number
}

const pending = new WeakMap<Database, Promise<CatalogueState>>()

/** Concurrent callers share one query: every public reply starts with it. */
export function readCatalogueState(database: Database): Promise<CatalogueState> {
  const known = pending.get(database)
  if (known) return known
  const state = readState(database).finally(() => pending.delete(database))
  pending.set(database, state)
  return state
}

async function readState(database: Database): Promise<CatalogueState> {
  const { rows } = await database.execute<{ dataVersion: string | null; revision: number }>(
    sql`select data_version as "dataVersion", revision from catalogue_state`,
  )
  return rows[0] ?? { dataVersion: null, revision: 0 }
}

/** Records a change of the catalogue. Without `version` the data version stays. */
export async function recordChange(database: Database, version: string | null = null): Promise<void> {
  await database.execute(sql`
    insert into catalogue_state (id, data_version, revision) values (1, ${version}, 1)
    on conflict (id) do update set revision = catalogue_state.revision + 1,
      data_version = coalesce(excluded.data_version, catalogue_state.data_version)`)
}
