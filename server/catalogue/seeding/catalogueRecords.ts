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

/** A title in a catalogue file: facts by name, without ids of ours. */
export const TitleRecord = v.strictObject({
  imdb: v.pipe(v.string(), v.regex(/^tt\d{7,8}$/)),
  access: v.optional(v.picklist(['free', 'premium']), 'free'),
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

/** A coming title. Its id is derived from `key`, which must never change. */
export const ComingRecord = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  /** days from seeding to release; relative, so that the dates of the demo stay in the future */
  inDays: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** whether the day is known; otherwise `inDays` determines only the year */
  isDayKnown: v.boolean(),
  ...v.pick(TitleRecord, [
    'type',
    'titleEn',
    'titleFa',
    'ageRating',
    'countries',
    'languages',
    'genres',
    'synopsis',
    'directors',
    'cast',
    'collection',
  ]).entries,
})
export type ComingRecord = v.InferOutput<typeof ComingRecord>

const DayOrYear = v.union([Day, v.pipe(v.string(), v.regex(/^\d{4}$/))])

/** A person in a catalogue file; the key is the English name. */
export const PersonRecord = v.strictObject({
  fa: Text,
  born: v.nullable(DayOrYear),
  birthplace: v.nullable(Text),
  died: v.optional(v.nullable(DayOrYear), null),
  biography: v.optional(v.nullable(Text), null),
})
export type PersonRecord = v.InferOutput<typeof PersonRecord>

/** Further facts about a person, by English name; they override the person's record. */
export const BiographyRecord = v.strictObject({
  biography: Text,
  born: v.optional(DayOrYear),
  died: v.optional(DayOrYear),
  birthplace: v.optional(Text),
})

/** A collection: a film series, which its titles refer to, or a curated list, which names its titles. */
export const CollectionRecord = v.strictObject({
  titleFa: Text,
  titleEn: Text,
  description: v.nullable(Text),
  /** IMDb ids in viewing order */
  titles: v.optional(v.array(Text)),
})
export type CollectionRecord = v.InferOutput<typeof CollectionRecord>

/** A whole catalogue: titles, and the people and collections that they name. */
export interface Catalogue {
  titles: readonly TitleRecord[]
  coming: readonly ComingRecord[]
  /** by English name */
  people: ReadonlyMap<string, PersonRecord>
  /** by key */
  collections: ReadonlyMap<string, CollectionRecord>
  /** further names that titles are searched by, by IMDb id */
  aliases: ReadonlyMap<string, readonly string[]>
}
