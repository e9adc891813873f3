import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { NOTIFICATION_KINDS } from '#contract/notifications.ts'
import { REQUEST_STATES } from '#contract/requests.ts'
import { TITLE_TYPES } from '#contract/titleCards.ts'
import { users } from './account.ts'
import { titles } from './catalogue.ts'
import { id, time } from './columns.ts'
import { owner } from './owner.ts'

/** Deleting a title fails while a row refers to it. */
export const title = () =>
  integer('title_id')
    .notNull()
    .references(() => titles.id)

/**
 * A title of a synced list. Without a foreign key: when the title is removed, the row stays as a tombstone, so that devices
 * hear of it (`server/areas/titleRemoval.ts`).
 */
const listedTitle = () => integer('title_id').notNull()

/**
 * One counter per user over all their rows. Its row lock is held until the commit, so versions are in commit order: a
 * device that has seen version n has seen everything up to n.
 */
export const versions = pgTable('versions', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  version: id('version').notNull().default(0),
})

/** The highest version among the deleted tombstones of a user's list: cursors below it are gone. */
export const clearances = pgTable(
  'clearances',
  {
    userId: owner(),
    /** the list's name, as in its cursors; empty for all lists, when the database was restored */
    list: text('list').notNull(),
    version: id('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
)

/**
 * The delivery attempt that created a row. Stored as long as the row, so a repeated attempt creates nothing even after
 * its key has left `mutation_keys`. Without a key: not created by a device.
 */
export const creation = {
  key: text('key'),
  /** SHA-256 of endpoint, parameters and body */
  request: text('request'),
}

export const watchlist = pgTable(
  'watchlist',
  {
    userId: owner(),
    titleId: listedTitle(),
    /** when the user saved it, on the server's clock */
    savedAt: time('saved_at').notNull(),
    version: id('version').notNull(),
    /** set for a tombstone */
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
    titleId: listedTitle(),
    liked: boolean('liked').notNull(),
    version: id('version').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.titleId] }), index('likes_title').on(table.titleId)],
)

/** Number of likes per title, updated in the same transactions as the likes; no row means 0. */
export const likeCounts = pgTable('like_counts', {
  titleId: integer('title_id')
    .primaryKey()
    .references(() => titles.id),
  likes: integer('likes').notNull(),
})

/** First answers to queued mutations, for repeated attempts (docs/sync.md#idempotency). */
export const mutationKeys = pgTable(
  'mutation_keys',
  {
    userId: owner(),
    key: text('key').notNull(),
    /** SHA-256 of endpoint, parameters and body */
    request: text('request').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('mutation_keys_age').on(table.createdAt)],
)

/** Each device's latest mutation per entity (docs/sync.md#fences). */
export const fences = pgTable(
  'fences',
  {
    userId: owner(),
    /** `watchlist:7` */
    entity: text('entity').notNull(),
    /** empty for callers that send no client id */
    clientId: text('client_id').notNull(),
    lastSeq: id('last_seq').notNull(),
    /** when the user made the change, on the server's clock */
    wishedAt: time('wished_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.entity, table.clientId] }),
    index('fences_age').on(table.wishedAt),
  ],
)

export const requests = pgTable(
  'requests',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    name: text('name').notNull(),
    type: text('type', { enum: TITLE_TYPES }).notNull(),
    year: integer('year'),
    imdb: text('imdb'),
    note: text('note'),
    status: text('status', { enum: REQUEST_STATES }).notNull().default('waiting'),
    reply: text('reply'),
    titleId: integer('title_id').references(() => titles.id, { onDelete: 'set null' }),
    /** folded name, type and year: equal for requests of the same title */
    wish: text('wish').notNull(),
    createdAt: time('created_at').notNull(),
    version: id('version').notNull(),
    /** set for a tombstone; it is never deleted, because its key must stay */
    deletedAt: time('deleted_at'),
    ...creation,
  },
  (table) => [
    unique('requests_once').on(table.userId, table.key),
    index('requests_changes').on(table.userId, table.version),
    index('requests_newest').on(table.userId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('requests_wish').on(table.userId, table.wish),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: owner(),
    kind: text('kind', { enum: NOTIFICATION_KINDS }).notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** path in the app */
    path: text('path'),
    /** what the notification is about; a user is notified once per occasion */
    occasion: text('occasion'),
    createdAt: time('created_at').notNull(),
    /** never unset */
    readAt: time('read_at'),
    version: id('version').notNull(),
    /** set for a tombstone */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    unique('notifications_once').on(table.userId, table.occasion),
    index('notifications_changes').on(table.userId, table.version),
    index('notifications_newest').on(table.userId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('notifications_unread').on(table.userId, table.createdAt).where(sql`read_at is null and deleted_at is null`),
    index('notifications_age').on(table.createdAt).where(sql`deleted_at is null`),
    index('notifications_tombstones').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** A title in a user's history; positions are in `history_marks`, flags in `watched_flags`. */
export const history = pgTable(
  'history',
  {
    userId: owner(),
    titleId: listedTitle(),
    /** time of the latest mark or true flag; null without either */
    watchedAt: time('watched_at'),
    /** when the user last removed the title, on the server's clock; older marks and flags stay removed */
    removedAt: time('removed_at'),
    /** when the user hid the title from "continue watching", on the server's clock; later marks and true flags show it again */
    hiddenAt: time('hidden_at'),
    version: id('version').notNull(),
    /** set for a tombstone */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.titleId] }),
    index('history_changes').on(table.userId, table.version),
    index('history_newest').on(table.userId, table.watchedAt, table.titleId).where(sql`deleted_at is null`),
    index('history_tombstones').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** A user's latest position in a film or an episode. */
export const historyMarks = pgTable(
  'history_marks',
  {
    userId: id('user_id').notNull(),
    titleId: integer('title_id').notNull(),
    /** 0 for a film */
    episodeId: id('episode_id').notNull(),
    fileId: id('file_id'),
    /** in seconds */
    position: doublePrecision('position').notNull(),
    duration: doublePrecision('duration').notNull(),
    watchedAt: time('watched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.titleId, table.episodeId] }),
    foreignKey({
      name: 'history_marks_item',
      columns: [table.userId, table.titleId],
      foreignColumns: [history.userId, history.titleId],
    }).onDelete('cascade'),
  ],
)

/** Whether a user marked a film or an episode as watched, independent of positions. */
export const watchedFlags = pgTable(
  'watched_flags',
  {
    userId: id('user_id').notNull(),
    titleId: integer('title_id').notNull(),
    /** 0 for a film */
    episodeId: id('episode_id').notNull(),
    /** null: the flag was removed */
    watched: boolean('watched'),
    flaggedAt: time('flagged_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.titleId, table.episodeId] }),
    foreignKey({
      name: 'watched_flags_item',
      columns: [table.userId, table.titleId],
      foreignColumns: [history.userId, history.titleId],
    }).onDelete('cascade'),
  ],
)
