import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
})

/** The highest version among the tombstones of a person's list that were cleared away. */
export const clearances = pgTable(
  'clearances',
  {
    userId: owner(),
    /** the list's name, as in its cursors */
    list: text('list').notNull(),
    version: id('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
)

/**
 * Who made a row, by which sending: kept as long as the row, so that the same sending makes it once even when the keys
 * of `mutation_keys` have been cleared away. Without a key: made by no device.
 */
const creation = {
  key: text('key'),
  /** SHA-256 of call, parameters and body */
  request: text('request'),
}

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

/** Answers have no answers of their own: what `reply_to` names has none itself. */
export const comments = pgTable(
  'comments',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    titleId: title(),
    /** nobody: it came with the catalogue */
    userId: id('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** the name of a writer who has no account here */
    author: text('author'),
    body: text('body').notNull(),
    spoiler: boolean('spoiler').notNull(),
    replyTo: id('reply_to').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    /** the writer's */
    version: id('version').notNull(),
    ...creation,
  },
  (table) => [
    unique('comments_once').on(table.userId, table.key),
    index('comments_top').on(table.titleId, table.createdAt, table.id).where(sql`reply_to is null`),
    index('comments_replies').on(table.replyTo, table.createdAt).where(sql`reply_to is not null`),
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
    /** name, type and year, folded: who wishes this wishes the same */
    wish: text('wish').notNull(),
    createdAt: time('created_at').notNull(),
    version: id('version').notNull(),
    /** set: a tombstone, which stays, since its key must */
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
    /** where in the app it leads */
    path: text('path'),
    /** what it is about: of each occasion a person hears once */
    occasion: text('occasion'),
    createdAt: time('created_at').notNull(),
    /** once set it stays */
    readAt: time('read_at'),
    version: id('version').notNull(),
    /** set: a tombstone */
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

/** A title that a person has watched something of; what of it is in `history_marks`. */
export const history = pgTable(
  'history',
  {
    userId: owner(),
    titleId: title(),
    /** of the latest mark; nothing when there is none */
    watchedAt: time('watched_at'),
    /** when the person last took the title off, on the server's clock: marks up to then stay away */
    removedAt: time('removed_at'),
    version: id('version').notNull(),
    /** set: a tombstone */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.titleId] }),
    index('history_changes').on(table.userId, table.version),
    index('history_newest').on(table.userId, table.watchedAt, table.titleId).where(sql`deleted_at is null`),
    index('history_tombstones').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** How far a person is in a film or an episode: of all marks the latest. */
export const historyMarks = pgTable(
  'history_marks',
  {
    userId: id('user_id').notNull(),
    titleId: integer('title_id').notNull(),
    /** 0: the film itself */
    episodeId: id('episode_id').notNull(),
    fileId: id('file_id'),
    /** seconds */
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
