import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './account.ts'
import { titles } from './catalogue.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const id = (name: string) => bigint(name, { mode: 'number' })
const owner = () =>
  id('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
/** A title that somebody keeps cannot be taken out of the catalogue unnoticed. */
const title = () =>
  integer('title_id')
    .notNull()
    .references(() => titles.id)

/**
 * One counter per person over all their rows. It is taken under a row lock held until the commit, so the order of
 * versions is the order of commits, and whoever has seen version n has seen everything up to n.
 */
export const versions = pgTable('versions', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  version: id('version').notNull().default(0),
  /** the highest version among the watchlist's tombstones that were cleared away */
  watchlistCleared: id('watchlist_cleared').notNull().default(0),
})

export const watchlist = pgTable(
  'watchlist',
  {
    userId: owner(),
    titleId: title(),
    /** when the person wished it, on the server's clock */
    savedAt: time('saved_at').notNull(),
    version: id('version').notNull(),
    /** set: a tombstone */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.titleId] }),
    index('watchlist_changes').on(table.userId, table.version),
    index('watchlist_newest').on(table.userId, table.savedAt, table.titleId).where(sql`deleted_at is null`),
    index('watchlist_tombstones').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

export const likes = pgTable(
  'likes',
  {
    userId: owner(),
    titleId: title(),
    liked: boolean('liked').notNull(),
    version: id('version').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.titleId] }), index('likes_title').on(table.titleId)],
)

/** How many like a title, kept beside the likes in the same transactions; no row is nobody. */
export const likeCounts = pgTable('like_counts', {
  titleId: integer('title_id')
    .primaryKey()
    .references(() => titles.id),
  likes: integer('likes').notNull(),
})

/** First answers to queued mutations, for whoever sends one again (sync page, "Towards the server"). */
export const mutationKeys = pgTable(
  'mutation_keys',
  {
    userId: owner(),
    key: text('key').notNull(),
    /** SHA-256 of call, parameters and body */
    request: text('request').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('mutation_keys_age').on(table.createdAt)],
)

/** The last thing each device wished of each of the person's rows. */
export const fences = pgTable(
  'fences',
  {
    userId: owner(),
    /** `watchlist:7` */
    entity: text('entity').notNull(),
    /** empty: callers that name no device */
    clientId: text('client_id').notNull(),
    lastSeq: id('last_seq').notNull(),
    /** when the person tapped, on the server's clock */
    wishedAt: time('wished_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.entity, table.clientId] }),
    index('fences_age').on(table.wishedAt),
  ],
)
