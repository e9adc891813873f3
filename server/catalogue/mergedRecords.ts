import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { mergedCollections, mergedPeople, mergedTitles } from '#server/database/schema/catalogue.ts'
import { refuse } from '#server/platform/refuse.ts'
import { ID_MAX } from './ids.ts'

/** The record that a merged one is part of. */
export interface MergedInto {
  id: number
  /** its IMDb id or key; empty without either */
  name: string
}

/** Merged records of each kind, by the IMDb id or key that they had. */
export type MergedRecords = Record<MergedKind, Map<string, MergedInto>>
export type MergedKind = 'titles' | 'people' | 'collections'

/** Finds the records that merged ones are part of, by the IMDb ids or keys that those had, in one query. */
export async function mergedNamed(
  database: Database,
  names: Partial<Record<MergedKind, readonly string[]>>,
): Promise<MergedRecords> {
  const found: MergedRecords = { titles: new Map(), people: new Map(), collections: new Map() }
  if (Object.values(names).every((list) => list.length === 0)) return found
  const { titles = [], people = [], collections = [] } = names
  const among = (list: readonly string[]) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify([...new Set(list)])}::jsonb))`
  const { rows } = await database.execute<{ kind: MergedKind; merged: string; id: number; name: string }>(sql`
    select 'titles' as kind, merged.name as merged, kept.id, coalesce(kept.imdb, kept.key, '') as name
    from merged_titles as merged join titles as kept on kept.id = into_id where merged.name in ${among(titles)}
    union all select 'people', merged.key, kept.id, coalesce(kept.key, '')
    from merged_people as merged join people as kept on kept.id = into_id where merged.key in ${among(people)}
    union all select 'collections', merged.key, kept.id, coalesce(kept.key, '')
    from merged_collections as merged join collections as kept on kept.id = into_id where merged.key in ${among(collections)}`)
  for (const { kind, merged, id, name } of rows) found[kind].set(merged, { id, name })
  return found
}

const TABLES = { titles: mergedTitles, people: mergedPeople, collections: mergedCollections }

/** The number of the record that a merged one is part of; undefined if it was not merged. */
export async function mergedInto(database: Database, kind: MergedKind, id: number): Promise<number | undefined> {
  if (id > ID_MAX) return undefined
  const table = TABLES[kind]
  const [found] = await database.select({ id: table.intoId }).from(table).where(eq(table.id, id))
  return found?.id
}

/**
 * Refuses with 404 for a record that does not exist. The answer for a merged one has the path of the record that it is part
 * of. `pathOf`: undefined for a record that is not shown.
 */
export async function refuseRecord(
  database: Database,
  kind: MergedKind,
  id: number,
  pathOf: (id: number) => Promise<string | undefined>,
): Promise<never> {
  const into = await mergedInto(database, kind, id)
  const path = into === undefined ? undefined : await pathOf(into)
  return refuse('not_found', path === undefined ? {} : { existing: { path } })
}
