import * as v from 'valibot'

const Path = v.nullish(v.pipe(v.string(), v.regex(/^\/[\w-]{1,100}\.(jpg|jpeg|png|webp)$/)))
const Text = v.nullish(v.string())
const list = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.array(schema), [])

/** `/find/{id}` (https://developer.themoviedb.org/reference/find-by-id). */
export const Found = v.object({
  movie_results: list(v.object({ id: v.number() })),
  tv_results: list(v.object({ id: v.number() })),
})

const Person = v.object({ id: v.number(), name: v.string(), original_name: Text })
const Translation = v.object({
  iso_639_1: v.string(),
  /** a film has a title, a series a name; empty if the language has none */
  data: v.object({ title: Text, name: Text, overview: Text }),
})

/** `/movie/{id}` and `/tv/{id}` with credits and translations (https://developer.themoviedb.org/reference/movie-details). */
export const Details = v.object({
  id: v.number(),
  adult: v.optional(v.boolean(), false),
  title: Text,
  name: Text,
  original_title: Text,
  original_name: Text,
  original_language: Text,
  release_date: Text,
  first_air_date: Text,
  runtime: v.nullish(v.number()),
  episode_run_time: list(v.number()),
  vote_average: v.nullish(v.number()),
  vote_count: v.nullish(v.number()),
  genres: list(v.object({ id: v.number() })),
  origin_country: list(v.string()),
  production_countries: list(v.object({ iso_3166_1: v.string() })),
  poster_path: Path,
  backdrop_path: Path,
  created_by: list(Person),
  seasons: list(v.object({ season_number: v.number() })),
  credits: v.optional(
    v.object({
      cast: list(v.object({ ...Person.entries, character: Text })),
      crew: list(v.object({ ...Person.entries, job: Text })),
    }),
    { cast: [], crew: [] },
  ),
  translations: v.optional(v.object({ translations: list(Translation) }), { translations: [] }),
})
export type Details = v.InferOutput<typeof Details>
export type Person = v.InferOutput<typeof Person>

/** `/tv/{id}/season/{number}` (https://developer.themoviedb.org/reference/tv-season-details). */
export const Season = v.object({
  season_number: v.number(),
  episodes: list(v.object({ episode_number: v.number(), name: Text, air_date: Text, runtime: v.nullish(v.number()) })),
})
export type Season = v.InferOutput<typeof Season>

/** Genres by TMDB's ids (https://developer.themoviedb.org/reference/genre-movie-list and `genre-tv-list`). */
export const TMDB_GENRES: Readonly<Record<number, readonly string[]>> = {
  12: ['adventure'],
  14: ['fantasy'],
  16: ['animation'],
  18: ['drama'],
  27: ['horror'],
  28: ['action'],
  35: ['comedy'],
  36: ['history'],
  37: ['western'],
  53: ['thriller'],
  80: ['crime'],
  99: ['documentary'],
  878: ['sci-fi'],
  9648: ['mystery'],
  10402: ['music'],
  10749: ['romance'],
  10751: ['family'],
  10752: ['war'],
  10759: ['action', 'adventure'],
  10762: ['family'],
  10765: ['sci-fi', 'fantasy'],
  10766: ['drama'],
  10768: ['war'],
}
