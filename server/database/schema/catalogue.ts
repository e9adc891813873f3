import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { id, time } from './columns.ts'
import { indexedFame } from './fame.ts'

/** Words to be searched, written as they are: no parser and no language of the database has a hand in it. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Text that is compared by its bytes: what begins so is a range of the index in every locale. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const collections = pgTable('collections', {
  id: integer('id').primaryKey(),
  titleFa: text('title_fa').notNull(),
  titleEn: text('title_en').notNull(),
  description: text('description'),
})

/**
 * One row holds all a card needs. Every order has an index that ends in the id, so pages never overlap, and that leaves
 * out what is still to come: a list that asks `not is_coming` walks it; `words` is what
 * `server/catalogue/search/searchTerms.ts` makes of the names, made once at writing. What lists are narrowed and ordered by stands
 * first: the database reads a row from its beginning.
 */
export const titles = pgTable(
  'titles',
  {
    /** the number of the IMDb id; from `GENERATED_IDS` on, made up for measuring */
    id: integer('id').primaryKey(),
    votes: integer('votes').notNull(),
    year: integer('year').notNull(),
    /** `released_at`, or the first day of the year where the day is not known: what "newest" means */
    firstShown: date('first_shown', { mode: 'string' }).notNull(),
    rating: doublePrecision('rating'),
    isDubbed: boolean('is_dubbed').notNull(),
    hasSubtitle: boolean('has_subtitle').notNull(),
    type: text('type', { enum: ['movie', 'series'] }).notNull(),
    /** numbers of `server/catalogue/genres/genres.ts`, weightiest first */
    genreIds: integer('genre_ids').array().notNull(),
    words: tsvector('words').notNull(),
    imdb: text('imdb').unique('titles_imdb_unique'),
    titleEn: text('title_en').notNull(),
    titleFa: text('title_fa').notNull(),
    /** what else it is called: it is found by these as by its own */
    otherNames: text('other_names').array().notNull().default([]),
    tomatoMeter: integer('tomato_meter'),
    tomatoStatus: text('tomato_status', { enum: ['fresh', 'rotten', 'certified'] }),
    releasedAt: date('released_at', { mode: 'string' }),
    runtime: integer('runtime'),
    ageRating: text('age_rating'),
    countries: text('countries').array().notNull(),
    languages: text('languages').array().notNull(),
    synopsis: text('synopsis'),
    /** the series of films it is part of; in curated collections it may stand as well (`collection_titles`) */
    collectionId: integer('collection_id').references(() => collections.id),
    /** not released yet: in no list but that of what is coming, until housekeeping finds its day come */
    isComing: boolean('is_coming').notNull().default(false),
    /** since when it is dubbed, where it was here before that: who had saved it hears of it */
    dubbedAt: time('dubbed_at'),
    /** hash of the facts the row was written from: writing the same again changes nothing */
    fingerprint: text('fingerprint').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    index('titles_newest')
      .on(table.firstShown.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming`),
    index('titles_votes').on(table.votes.desc().nullsFirst(), table.id.desc().nullsFirst()).where(sql`not is_coming`),
    index('titles_rating')
      .on(table.rating.desc().nullsLast(), table.votes.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming`),
    index('titles_year')
      .on(table.year.desc().nullsFirst(), table.votes.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_coming`),
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

/** Which titles stand in a collection, and where: those of a series of films, and those of curated lists. */
export const collectionTitles = pgTable(
  'collection_titles',
  {
    collectionId: integer('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    /** the order in which it is to be watched, from 0 */
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
    /** made from the English name, so it is the same in every database */
    id: integer('id').primaryKey(),
    /** votes of all works together */
    popularity: id('popularity').notNull(),
    words: tsvector('words').notNull(),
    fullnameEn: text('fullname_en').notNull().unique('people_fullname_en_unique'),
    fullnameFa: text('fullname_fa').notNull(),
    /** ISO date, or a year where no more is certain */
    born: text('born'),
    /** as `born` */
    died: text('died'),
    birthplace: text('birthplace'),
    biography: text('biography'),
    /** the role with more votes behind it */
    job: text('job', { enum: ['actor', 'director'] }).notNull(),
    /** English titles of the best-rated works, kept here because every card shows them */
    bestStarred: text('best_starred'),
    bestDirected: text('best_directed'),
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
    /** made from title, season and number (`episodeId`), so it is the same in every database */
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

/** Every word that titles or people are found by: what a mistyped word is compared with, instead of every title. */
export const searchWords = pgTable(
  'search_words',
  {
    kind: text('kind', { enum: ['title', 'person'] }).notNull(),
    word: plainText('word').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.word] })],
)

/** One row: which data were written, and how often anything in the catalogue has changed. */
export const catalogueState = pgTable('catalogue_state', {
  id: integer('id').primaryKey(),
  dataVersion: text('data_version'),
  /** what is counted over the whole catalogue is kept in memory as long as this stays */
  revision: integer('revision').notNull(),
  /** the newest batch of `data/comments.json` that was written here: what somebody took out does not come back */
  commentsBatch: integer('comments_batch').notNull().default(0),
})
