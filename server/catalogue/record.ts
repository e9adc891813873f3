import * as v from 'valibot'

const Day = v.pipe(v.string(), v.isoDate())
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Text = v.pipe(v.string(), v.minLength(1))

const EpisodeRecord = v.strictObject({
  number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
  titleEn: v.nullable(Text),
  titleFa: v.nullable(Text),
  runtime: v.nullable(Count),
  airedAt: v.nullable(Day),
})

/** One title as the data files hold it (`data/titles-*.json`): facts by name, without ids of ours. */
export const TitleRecord = v.strictObject({
  imdb: v.pipe(v.string(), v.regex(/^tt\d{7,8}$/)),
  type: v.picklist(['movie', 'series']),
  titleEn: Text,
  titleFa: Text,
  year: v.pipe(v.number(), v.integer(), v.minValue(1888)),
  releasedAt: v.nullable(Day),
  runtime: v.nullable(Count),
  ageRating: v.nullable(Text),
  countries: v.pipe(v.array(Text), v.minLength(1)),
  languages: v.pipe(v.array(Text), v.minLength(1)),
  genres: v.pipe(v.array(Text), v.minLength(1), v.maxLength(3)),
  rating: v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(10))),
  votes: Count,
  tomatoes: v.nullable(
    v.strictObject({
      meter: v.pipe(Count, v.maxValue(100)),
      status: v.picklist(['certified', 'fresh', 'rotten']),
    }),
  ),
  isDubbed: v.boolean(),
  hasSubtitle: v.boolean(),
  synopsis: v.nullable(Text),
  directors: v.array(Text),
  cast: v.array(v.strictObject({ name: Text, character: v.nullable(Text) })),
  collection: v.nullable(Text),
  seasons: v.array(
    v.strictObject({
      number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
      episodes: v.array(EpisodeRecord),
    }),
  ),
})
export type TitleRecord = v.InferOutput<typeof TitleRecord>

/** What is known of a person beside the English name (`data/people-*.json`). */
export const PersonRecord = v.strictObject({ fa: Text, born: v.nullable(Day), birthplace: v.nullable(Text) })
export type PersonRecord = v.InferOutput<typeof PersonRecord>

/** A series of films (`data/collections.json`). */
export const CollectionRecord = v.strictObject({ titleFa: Text, titleEn: Text })
export type CollectionRecord = v.InferOutput<typeof CollectionRecord>

/** A whole catalogue, real or made up: titles, and what they name. */
export interface Catalogue {
  titles: readonly TitleRecord[]
  /** by English name */
  people: ReadonlyMap<string, PersonRecord>
  /** by key */
  collections: ReadonlyMap<string, CollectionRecord>
  /** further names that titles are searched by, by IMDb id */
  aliases: ReadonlyMap<string, readonly string[]>
}
