import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { CATALOGUE_SOURCES } from '#contract/contact.ts'
import { id, time } from './columns.ts'
import { indexedFame } from './fame.ts'

/** Search lexemes, written by us: no text search configuration of PostgreSQL is involved. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Text compared by bytes, so that a prefix search is an index range in every locale. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Ids of imported records without an IMDb number, above those of the demo content (`server/catalogue/ids.ts`). */
export const importedIds = pgSequence('imported_ids', { startWith: 1_610_612_736, maxValue: 2_147_483_647 })

export const collections = pgTable('collections', {
  id: integer('id').primaryKey(),
  /** the key in the source of the catalogue */
  key: text('key').unique('collections_key_unique'),
  titleFa: text('title_fa').notNull(),
  titleEn: text('title_en').notNull(),
  description: text('description'),
  /** shown nowhere; its titles stay */
  isHidden: boolean('is_hidden').notNull().default(false),
})

/**
 * A row has all columns of a card. Every sort order has an index that ends with the id, so pages never overlap, and
 * that leaves out coming and hidden titles; queries must repeat `isListed` to use it.
 * `words` is computed from the names by `server/catalogue/search/searchTerms.ts` when the row is written. Columns used
 * for filters and sorting are first, because PostgreSQL reads a row from its start.
 */
export const titles = pgTable(
  'titles',
  {
    /** the number of the IMDb id; from `GENERATED_IDS` on, generated for measuring */
    id: integer('id').primaryKey(),
    votes: integer('votes').notNull(),
    year: integer('year').notNull(),
    /** `released_at`, or January 1 of the year if the day is unknown; the order "newest" */
    firstShown: date('first_shown', { mode: 'string' }).notNull(),
    rating: doublePrecision('rating'),
    isDubbed: boolean('is_dubbed').notNull(),
    hasSubtitle: boolean('has_subtitle').notNull(),
    type: text('type', { enum: ['movie', 'series'] }).notNull(),
    /** ids from `server/catalogue/genres/genres.ts`, main genre first */
    genreIds: integer('genre_ids').array().notNull(),
    words: tsvector('words').notNull(),
    imdb: text('imdb').unique('titles_imdb_unique'),
    /** the operator's key of a title without an IMDb id */
    key: text('key').unique('titles_key_unique'),
    /** who may play it; the first episode of a premium series is free */
    access: text('access', { enum: ['free', 'premium'] })
      .notNull()
      .default('free'),
    /** hidden by the operator: in no list and without a page; rows of users stay */
    isHidden: boolean('is_hidden').notNull().default(false),
    titleEn: text('title_en').notNull(),
    titleFa: text('title_fa').notNull(),
    /** further names that the title is found by */
    otherNames: text('other_names').array().notNull().default([]),
    tomatoMeter: integer('tomato_meter'),
    tomatoStatus: text('tomato_status', { enum: ['fresh', 'rotten', 'certified'] }),
    releasedAt: date('released_at', { mode: 'string' }),
    runtime: integer('runtime'),
    ageRating: text('age_rating'),
    countries: text('countries').array().notNull(),
    languages: text('languages').array().notNull(),
    synopsis: text('synopsis'),
    /** the film series; membership in curated collections is in `collection_titles` */
    collectionId: integer('collection_id').references(() => collections.id),
    /** not released yet; shown only among coming titles until housekeeping finds that its day has come */
    isComing: boolean('is_coming').notNull().default(false),
    /** when a title that existed undubbed was dubbed; users who saved it are notified */
    dubbedAt: time('dubbed_at'),
    /** hash of the source record: seeding an unchanged record does not write the row */
    fingerprint: text('fingerprint').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    index('titles_newest')
      .on(table.firstShown.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming and not is_hidden`),
    index('titles_votes')
      .on(table.votes.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming and not is_hidden`),
    index('titles_rating')
      .on(table.rating.desc().nullsLast(), table.votes.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming and not is_hidden`),
    index('titles_year')
      .on(table.year.desc().nullsFirst(), table.votes.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming and not is_hidden`),
    index('titles_coming').on(table.releasedAt, table.id).where(sql`is_coming`),
    index('titles_words').using('gin', table.words),
    ...indexedFame('titles', 'votes').map(({ name, where }) =>
      index(name).using('gin', table.words).where(sql.raw(where)),
    ),
    index('titles_genres').using('gin', table.genreIds),
    index('titles_collection').on(table.collectionId, table.year),
    index('titles_dubbed').on(table.dubbedAt).where(sql`dubbed_at is not null`),
  ],
)

/** Titles of a collection with their position, for film series and curated lists. */
export const collectionTitles = pgTable(
  'collection_titles',
  {
    collectionId: integer('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    /** viewing order, from 0 */
    place: integer('place').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.titleId] }),
    index('collection_titles_order').on(table.collectionId, table.place, table.titleId),
    index('collection_titles_title').on(table.titleId),
  ],
)

export const people = pgTable(
  'people',
  {
    /** derived from the English name in the demo content, so it is equal in every database; else from a sequence */
    id: integer('id').primaryKey(),
    /** the key in the source of the catalogue, by default the English name */
    key: text('key').unique('people_key_unique'),
    /** sum of the votes of all works */
    popularity: id('popularity').notNull(),
    words: tsvector('words').notNull(),
    fullnameEn: text('fullname_en').notNull(),
    fullnameFa: text('fullname_fa').notNull(),
    /** ISO date, or only the year */
    born: text('born'),
    /** as `born` */
    died: text('died'),
    birthplace: text('birthplace'),
    biography: text('biography'),
    /** the role with more votes */
    job: text('job', { enum: ['actor', 'director'] }).notNull(),
    /** English titles of the best-rated works; denormalized for cards */
    bestStarred: text('best_starred'),
    bestDirected: text('best_directed'),
    /** shown nowhere; credits stay */
    isHidden: boolean('is_hidden').notNull().default(false),
  },
  (table) => [
    index('people_popularity').on(table.popularity.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('people_words').using('gin', table.words),
    ...indexedFame('people', 'popularity').map(({ name, where }) =>
      index(name).using('gin', table.words).where(sql.raw(where)),
    ),
  ],
)

export const credits = pgTable(
  'credits',
  {
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    role: text('role', { enum: ['actor', 'director'] }).notNull(),
    /** billing order within the role, from 0 */
    place: integer('place').notNull(),
    character: text('character'),
  },
  (table) => [
    primaryKey({ columns: [table.titleId, table.role, table.place] }),
    index('credits_person').on(table.personId, table.role, table.titleId),
  ],
)

export const episodes = pgTable(
  'episodes',
  {
    /** derived from title, season and number (`episodeId`), so it is equal in every database */
    id: id('id').primaryKey(),
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    season: integer('season').notNull(),
    number: integer('number').notNull(),
    titleEn: text('title_en'),
    titleFa: text('title_fa'),
    runtime: integer('runtime'),
    airedAt: date('aired_at', { mode: 'string' }),
  },
  (table) => [
    index('episodes_order').on(table.titleId, table.season, table.number),
    index('episodes_aired').on(table.airedAt).where(sql`aired_at is not null`),
  ],
)

/** The operator's films: what plays as a film, an episode or a title's trailer. Its files are in a folder named by the version. */
export const films = pgTable(
  'films',
  {
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    /** 0 for a film, like `number`; an import replaces the rows of episodes, so none is referenced */
    season: integer('season').notNull(),
    /** `TRAILER` for a trailer (`server/catalogue/ids.ts`) */
    number: integer('number').notNull(),
    /** hash of the source and the encoding */
    version: text('version').notNull(),
    /** the film's tracks and sizes (`server/stream/film.ts`) */
    manifest: jsonb('manifest').notNull(),
    addedAt: time('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.titleId, table.season, table.number] })],
)

/**
 * The operator's pictures of titles and people, which come before picture files named by key and before drawings. Their
 * files are named by the hash (`server/pictures/pictureFiles.ts`).
 */
export const pictures = pgTable(
  'pictures',
  {
    kind: text('kind', { enum: ['poster', 'backdrop', 'still', 'portrait'] }).notNull(),
    /** the title of a poster, backdrop or still */
    titleId: integer('title_id').references(() => titles.id, { onDelete: 'cascade' }),
    /** the person of a portrait */
    personId: integer('person_id').references(() => people.id, { onDelete: 'cascade' }),
    /** the episode of a still; 0 for the numbered stills of a title and for other kinds */
    season: integer('season').notNull().default(0),
    /** number of the still in its season or title; 0 for other kinds */
    number: integer('number').notNull().default(0),
    /** hash of the file that the operator brought and of how it is stored; part of the picture's address */
    hash: text('hash').notNull(),
    /** of the stored picture, in px */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** size of the stored file */
    bytes: integer('bytes').notNull(),
    /** the dominant colour, `#rrggbb` */
    color: text('color').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    // A row has either a title or a person, and rows without one never conflict.
    unique('pictures_title').on(table.titleId, table.kind, table.season, table.number),
    unique('pictures_person').on(table.personId, table.kind),
    index('pictures_hash').on(table.hash),
  ],
)

/** Where the facts of imported titles are from: what is TMDB's may be kept for six months. */
export const titleSources = pgTable(
  'title_sources',
  {
    titleId: integer('title_id')
      .primaryKey()
      .references(() => titles.id, { onDelete: 'cascade' }),
    name: text('name', { enum: CATALOGUE_SOURCES }).notNull(),
    /** the day (UTC) on which the source was read */
    fetchedAt: date('fetched_at', { mode: 'string' }).notNull(),
  },
  (table) => [index('title_sources_age').on(table.name, table.fetchedAt)],
)

/** Every searchable word of titles and people: mistyped words are compared with these instead of with every title. */
export const searchWords = pgTable(
  'search_words',
  {
    kind: text('kind', { enum: ['title', 'person'] }).notNull(),
    word: plainText('word').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.word] })],
)

/** The operator's choice of slides for the home. Without rows, slides are drawn daily (`server/catalogue/slideshow.ts`). */
export const slides = pgTable('slides', {
  titleId: integer('title_id')
    .primaryKey()
    .references(() => titles.id, { onDelete: 'cascade' }),
  /** order, from 0 */
  place: integer('place').notNull(),
})

/** Titles that were merged into another: rows of later files and the addresses of pages lead there. */
export const mergedTitles = pgTable(
  'merged_titles',
  {
    /** the number that the title had */
    id: integer('id').primaryKey(),
    /** its IMDb id or key */
    name: text('name').unique('merged_titles_name'),
    intoId: integer('into_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
  },
  (table) => [index('merged_titles_into').on(table.intoId)],
)

/** People who were merged into another: their keys in later files mean that person. */
export const mergedPeople = pgTable(
  'merged_people',
  {
    /** the number that the person had */
    id: integer('id').primaryKey(),
    key: text('key').unique('merged_people_key'),
    intoId: integer('into_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
  },
  (table) => [index('merged_people_into').on(table.intoId)],
)

/** Collections that were merged into another: their keys in later files and the addresses of pages mean that one. */
export const mergedCollections = pgTable(
  'merged_collections',
  {
    /** the number that the collection had */
    id: integer('id').primaryKey(),
    key: text('key').unique('merged_collections_key'),
    intoId: integer('into_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
  },
  (table) => [index('merged_collections_into').on(table.intoId)],
)

/** A single row: which data was seeded, and how often the catalogue has changed. */
export const catalogueState = pgTable('catalogue_state', {
  id: integer('id').primaryKey(),
  dataVersion: text('data_version'),
  /** counts over the whole catalogue are cached in memory until this changes */
  revision: integer('revision').notNull(),
  /** the newest batch of demo comments that was written here; a deleted comment is not written again */
  commentsBatch: integer('comments_batch').notNull().default(0),
})
