import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { mergedPeople, mergedTitles, people, titles } from '#server/database/schema/catalogue.ts'
import { ID_MAX } from './ids.ts'

/** The record that a merged one is part of. */
export interface MergedInto {
  id: number
  /** its IMDb id or key; empty without either */
  name: string
}

/** The titles that merged titles are part of, by the IMDb id or key that those had. */
export async function mergedTitlesNamed(
  database: Database,
  names: readonly string[],
): Promise<Map<string, MergedInto>> {
  if (names.length === 0) return new Map()
  const rows = await database
    .select({ name: mergedTitles.name, id: titles.id, imdb: titles.imdb, key: titles.key })
    .from(mergedTitles)
    .innerJoin(titles, eq(titles.id, mergedTitles.intoId))
    .where(inArray(mergedTitles.name, [...names]))
  return new Map(rows.map(({ name, id, imdb, key }) => [name ?? '', { id, name: imdb ?? key ?? '' }]))
}

/** The people that merged people are part of, by the keys that those had. */
export async function mergedPeopleNamed(database: Database, keys: readonly string[]): Promise<Map<string, MergedInto>> {
  if (keys.length === 0) return new Map()
  const rows = await database
    .select({ merged: mergedPeople.key, id: people.id, key: people.key })
    .from(mergedPeople)
    .innerJoin(people, eq(people.id, mergedPeople.intoId))
    .where(inArray(mergedPeople.key, [...keys]))
  return new Map(rows.map(({ merged, id, key }) => [merged ?? '', { id, name: key ?? '' }]))
}

/** The number of the record that a merged title or person is part of; undefined if it was not merged. */
export async function mergedInto(
  database: Database,
  kind: 'title' | 'person',
  id: number,
): Promise<number | undefined> {
  if (id > ID_MAX) return undefined
  const table = kind === 'title' ? mergedTitles : mergedPeople
  const [found] = await database.select({ id: table.intoId }).from(table).where(eq(table.id, id))
  return found?.id
}
