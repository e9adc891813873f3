import { type SQL, sql } from 'drizzle-orm'
import { titleId } from '#server/catalogue/ids.ts'
import { type MergedInto, type MergedRecords, mergedNamed } from '#server/catalogue/mergedRecords.ts'
import type { Database } from '#server/database/connect.ts'

/** Ids of stored records by their keys. */
export interface KnownIds {
  /** by IMDb id or key */
  titles: ReadonlyMap<string, number>
  people: ReadonlyMap<string, number>
  collections: ReadonlyMap<string, number>
}

/** Known ids, and which of the keys belong to records that were merged into others. */
export interface FoundIds extends KnownIds {
  merged: MergedRecords
}

/**
 * Finds the ids of stored records. A key that no record has is left out; that of a merged record leads to the record that
 * it is part of.
 */
export async function findIds(
  database: Database,
  keys: { titles: readonly string[]; people: readonly string[]; collections: readonly string[] },
): Promise<FoundIds> {
  const merged = await mergedNamed(database, keys)
  const imdbIds = keys.titles.filter(isImdb)
  const byImdb = await select(database, sql`titles`, sql`imdb`, imdbIds)
  const byKey = await select(
    database,
    sql`titles`,
    sql`key`,
    keys.titles.filter((key) => !isImdb(key)),
  )
  return {
    merged,
    titles: new Map([...idsOf(merged.titles), ...byImdb, ...byKey]),
    people: new Map([...idsOf(merged.people), ...(await select(database, sql`people`, sql`key`, keys.people))]),
    collections: new Map([
      ...idsOf(merged.collections),
      ...(await select(database, sql`collections`, sql`key`, keys.collections)),
    ]),
  }
}

/**
 * Completes known ids. A title with an IMDb id has its number, as in the demo content, so addresses on devices stay
 * valid; other records get the next id of a sequence.
 */
export async function assignIds(
  database: Database,
  keys: Iterable<string>,
  known: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const missing = [...new Set(keys)].filter((key) => !known.has(key))
  const unnumbered = missing.filter((key) => !isImdb(key))
  const { rows } = await database.execute<{ id: string | number }>(
    sql`select nextval('imported_ids') as id from generate_series(1, ${unnumbered.length}::integer)`,
  )
  const ids = new Map(known)
  for (const key of missing.filter(isImdb)) ids.set(key, titleId(key))
  for (const [at, key] of unnumbered.entries()) ids.set(key, Number(rows[at]?.id))
  return ids
}

/** People's keys never match: an IMDb id of a person begins with `nm`. */
function isImdb(key: string): boolean {
  return /^tt\d{7,8}$/.test(key)
}

function idsOf(merged: ReadonlyMap<string, MergedInto>): [string, number][] {
  return [...merged].map(([key, { id }]) => [key, id])
}

async function select(
  database: Database,
  table: SQL,
  column: SQL,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await database.execute<{ key: string; id: number }>(sql`
    select ${column} as key, id from ${table}
    where ${column} in (select jsonb_array_elements_text(${JSON.stringify([...new Set(keys)])}::jsonb))`)
  return new Map(rows.map(({ key, id }) => [key, id]))
}
