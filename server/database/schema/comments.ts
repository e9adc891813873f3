import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { REPORT_REASONS } from '#contract/commentReactions.ts'
import { users } from './account.ts'
import { id, time } from './columns.ts'
import { owner } from './owner.ts'
import { creation, title } from './personal.ts'

/** Replies have no replies: a comment named by `reply_to` has none itself. */
export const comments = pgTable(
  'comments',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    titleId: title(),
    /** null for demo comments */
    userId: id('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** name of an author without an account */
    author: text('author'),
    /** empty once the text of a deleted comment has been erased */
    body: text('body').notNull(),
    spoiler: boolean('spoiler').notNull(),
    replyTo: id('reply_to').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    /** when the author last changed the text, on the server's clock */
    editedAt: time('edited_at'),
    /** when the author deleted the comment; the row stays, because its key must stay */
    deletedAt: time('deleted_at'),
    /** when the operator hid the comment: everyone sees it as deleted */
    hiddenAt: time('hidden_at'),
    /** version of the author's user */
    version: id('version').notNull(),
    ...creation,
  },
  (table) => [
    unique('comments_once').on(table.userId, table.key),
    index('comments_top').on(table.titleId, table.createdAt, table.id).where(sql`reply_to is null`),
    index('comments_replies').on(table.replyTo, table.createdAt).where(sql`reply_to is not null`),
    index('comments_erasable').on(table.deletedAt).where(sql`deleted_at is not null and body <> ''`),
  ],
)

const comment = () =>
  id('comment_id')
    .notNull()
    .references(() => comments.id, { onDelete: 'cascade' })

export const commentLikes = pgTable(
  'comment_likes',
  {
    userId: owner(),
    commentId: comment(),
    liked: boolean('liked').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.commentId] }),
    index('comment_likes_comment').on(table.commentId).where(sql`liked`),
  ],
)

/** A user's report of a comment, for the operator; one per user and comment. */
export const commentReports = pgTable(
  'comment_reports',
  {
    userId: owner(),
    commentId: comment(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    reportedAt: time('reported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.commentId] }),
    index('comment_reports_comment').on(table.commentId),
  ],
)
