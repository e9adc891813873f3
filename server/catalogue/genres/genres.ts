import * as v from 'valibot'
import rows from './genres.json' with { type: 'json' }

const GenreRow = v.strictObject({
  key: v.string(),
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  titleFa: v.string(),
  titleEn: v.string(),
})
export type GenreRow = v.InferOutput<typeof GenreRow>

/** Genres belong to the program, not to the data: their ids are in addresses and on devices and never change. */
export const GENRES: readonly GenreRow[] = v.parse(v.array(GenreRow), rows)

const byId = new Map(GENRES.map((genre) => [genre.id, genre]))
const byKey = new Map(GENRES.map((genre) => [genre.key, genre]))

/** The existing genres with these ids, in the same order. */
export function genresOf(ids: readonly number[]): GenreRow[] {
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export function genreId(key: string): number {
  const genre = byKey.get(key)
  if (!genre) throw new Error(`There is no genre ${key}`)
  return genre.id
}
