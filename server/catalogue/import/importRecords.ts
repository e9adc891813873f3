import * as v from 'valibot'
import { CatalogueSource } from '#contract/contact.ts'
import { GENRES } from '#server/catalogue/genres/genres.ts'

/** PostgreSQL stores no NUL, and no name or synopsis has other control characters except line breaks. */
const CONTROL = /[^\P{Cc}\n\t]/u
const text = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(most),
    v.check((value) => !CONTROL.test(value), 'has control characters'),
  )
const Name = text(300)
const Prose = text(10_000)
const Key = text(100)
const Day = v.pipe(
  v.string(),
  v.isoDate(),
  // The pattern accepts 2024-02-31.
  v.check((day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true, 'is no day of the calendar'),
)
const DayOrYear = v.union([Day, v.pipe(v.string(), v.regex(/^\d{4}$/, 'is neither a day nor a year'))])
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const Genre = v.pipe(
  v.string(),
  v.check(
    (key) => GENRES.some((genre) => genre.key === key),
    ({ input }) => `no genre ${input}; there are ${GENRES.map(({ key }) => key).join(', ')}`,
  ),
)
/** ISO 3166 country and ISO 639 language codes. */
const Country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'is no country code such as IR'))
const Language = v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, 'is no language code such as fa'))

const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)
const list = <Schema extends v.GenericSchema>(schema: Schema, most: number) =>
  v.optional(v.pipe(v.array(schema), v.maxLength(most)), [])

/** A file in the folder of the import's pictures. */
const PictureFile = v.pipe(
  text(500),
  v.check((path) => !/^[/\\]|(^|[/\\])\.\.([/\\]|$)/.test(path), 'is outside the folder of pictures'),
)

const Episode = v.strictObject({
  number: whole(1, 999),
  titleEn: orNull(Name),
  titleFa: orNull(Name),
  runtime: orNull(whole(0, 1440)),
  airedAt: orNull(Day),
  still: orNull(PictureFile),
})

const Season = v.strictObject({ number: whole(1, 99), episodes: v.pipe(v.array(Episode), v.maxLength(999)) })

/** A picture that a row names. A row without one leaves the stored picture as it is. */
export interface NamedPicture {
  kind: 'poster' | 'backdrop' | 'still' | 'portrait'
  /** 0 unless it is the still of an episode */
  season: number
  /** of the still in its season or title; 0 for other kinds */
  number: number
  /** path in the folder of pictures */
  file: string
}

function namedPicture(file: string | null, place: Omit<NamedPicture, 'file'>): NamedPicture[] {
  return file === null ? [] : [{ ...place, file }]
}

/** A person of a cast: the person's key, or the key with the character's name. */
const CastMember = v.union([
  v.pipe(
    Key,
    v.transform((person) => ({ person, character: null })),
  ),
  v.strictObject({ person: Key, character: orNull(Name) }),
])

/** A title. Titles without an IMDb id have a key of the operator's own. */
export const ImportedTitle = v.pipe(
  v.strictObject({
    kind: v.literal('title'),
    imdb: orNull(v.pipe(v.string(), v.regex(/^tt\d{7,8}$/, 'is no IMDb id such as tt0068646'))),
    key: orNull(Key),
    type: v.picklist(['movie', 'series']),
    titleEn: Name,
    titleFa: Name,
    otherNames: list(Name, 20),
    year: whole(1888, 2100),
    releasedAt: orNull(Day),
    runtime: orNull(whole(0, 5000)),
    ageRating: orNull(text(10)),
    countries: list(Country, 20),
    languages: list(Language, 20),
    genres: v.pipe(v.array(Genre), v.minLength(1), v.maxLength(3)),
    rating: orNull(v.pipe(v.number(), v.minValue(1), v.maxValue(10))),
    votes: v.optional(whole(0, 2 ** 31 - 1), 0),
    tomatoes: orNull(v.strictObject({ meter: whole(0, 100), status: v.picklist(['certified', 'fresh', 'rotten']) })),
    isDubbed: v.optional(v.boolean(), false),
    hasSubtitle: v.optional(v.boolean(), false),
    synopsis: orNull(Prose),
    /** keys of people; a key without a person of its own becomes a person of that name */
    directors: list(Key, 50),
    cast: list(CastMember, 500),
    /** key of the film series, from a row above */
    collection: orNull(Key),
    seasons: list(Season, 99),
    /** `hidden` is shown nowhere; rows of users stay */
    access: v.optional(v.picklist(['free', 'premium', 'hidden']), 'free'),
    /** where the facts are from */
    source: orNull(v.strictObject({ name: CatalogueSource, fetchedAt: Day })),
    poster: orNull(PictureFile),
    backdrop: orNull(PictureFile),
    /** the title's own stills, in order; an episode has its still in its own row */
    stills: list(PictureFile, 99),
  }),
  v.check(({ imdb, key }) => (imdb === null) !== (key === null), 'has to have either imdb or key'),
  v.check(({ type, seasons }) => type === 'series' || seasons.length === 0, 'a movie has no seasons'),
  v.check(({ seasons }) => isUnique(seasons.map(({ number }) => number)), 'has a season twice'),
  v.check(
    ({ seasons }) => seasons.every(({ episodes }) => isUnique(episodes.map(({ number }) => number))),
    'has an episode twice',
  ),
  v.transform(({ poster, backdrop, stills, ...facts }) => ({
    ...facts,
    seasons: facts.seasons.map(({ number, episodes }) => ({
      number,
      episodes: episodes.map(({ still: _, ...episode }) => episode),
    })),
    pictures: [
      ...namedPicture(poster, { kind: 'poster', season: 0, number: 0 }),
      ...namedPicture(backdrop, { kind: 'backdrop', season: 0, number: 0 }),
      ...stills.flatMap((file, at) => namedPicture(file, { kind: 'still', season: 0, number: at + 1 })),
      ...facts.seasons.flatMap(({ number: season, episodes }) =>
        episodes.flatMap(({ number, still }) => namedPicture(still, { kind: 'still', season, number })),
      ),
    ],
  })),
)
export type ImportedTitle = v.InferOutput<typeof ImportedTitle>

const ImportedPerson = v.pipe(
  v.strictObject({
    kind: v.literal('person'),
    /** by default the English name; an IMDb id (nm0000338) tells two people of one name apart */
    key: v.optional(Key),
    nameEn: Name,
    nameFa: Name,
    born: orNull(DayOrYear),
    died: orNull(DayOrYear),
    birthplace: orNull(Name),
    biography: orNull(Prose),
    portrait: orNull(PictureFile),
  }),
  v.transform(({ portrait, ...facts }) => ({
    ...facts,
    pictures: namedPicture(portrait, { kind: 'portrait', season: 0, number: 0 }),
  })),
)
export type ImportedPerson = v.InferOutput<typeof ImportedPerson>

const ImportedCollection = v.strictObject({
  kind: v.literal('collection'),
  key: Key,
  titleEn: Name,
  titleFa: Name,
  description: orNull(Prose),
  /** a curated list: IMDb ids or keys in viewing order; a film series leaves them out, its titles name it */
  titles: v.optional(v.pipe(v.array(Key), v.maxLength(2000))),
})
export type ImportedCollection = v.InferOutput<typeof ImportedCollection>

/** The slides of the home, in order; an empty list returns to slides that are drawn daily. */
const ImportedSlideshow = v.strictObject({
  kind: v.literal('slideshow'),
  titles: v.pipe(v.array(Key), v.maxLength(20)),
})

/** A row of a catalogue file, by its `kind` (docs/import.md). */
export const ImportedRecord = v.variant('kind', [ImportedTitle, ImportedPerson, ImportedCollection, ImportedSlideshow])
export type ImportedRecord = v.InferOutput<typeof ImportedRecord>

/** Two rows of one file with the same identity are the same record. */
export function identityOf(record: ImportedRecord): string {
  if (record.kind === 'title') return `title ${titleKeyOf(record)}`
  if (record.kind === 'person') return `person ${personKeyOf(record)}`
  return record.kind === 'collection' ? `collection ${record.key}` : 'slideshow'
}

export function titleKeyOf({ imdb, key }: ImportedTitle): string {
  return imdb ?? key ?? ''
}

export function personKeyOf({ key, nameEn }: ImportedPerson): string {
  return key ?? nameEn
}

function isUnique(numbers: readonly number[]): boolean {
  return new Set(numbers).size === numbers.length
}
