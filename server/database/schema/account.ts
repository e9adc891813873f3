import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time } from './columns.ts'

export const users = pgTable('users', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** lower case */
  email: text('email').unique('users_email_unique'),
  /** `scrypt$N$r$p$salt$hash`, see server/accounts/passwordHash.ts */
  password: text('password'),
  /** the display name at Telegram */
  telegram: text('telegram'),
  /** the stable id at Telegram */
  telegramId: id('telegram_id').unique('users_telegram_unique'),
  /** the `ref` of the registration: who invited the user */
  referral: text('referral'),
  createdAt: time('created_at').notNull(),
  /** since when the operator does not let the user write comments */
  commentBanAt: time('comment_ban_at'),
})

/** Personal access tokens. Only their hashes are stored. */
export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token, base64url */
    hash: text('hash').primaryKey(),
    /** names the device in the user's device list */
    id: id('id').generatedAlwaysAsIdentity().unique('tokens_id_unique'),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `User-Agent` of the device, cut */
    agent: text('agent'),
    /** seconds that the token lives after each use */
    lifetime: integer('lifetime').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('tokens_user').on(table.userId), index('tokens_expiry').on(table.expiresAt)],
)

/** Tokens that were revoked or have expired: a device that still has one learns from it that its account was deleted. */
export const endedTokens = pgTable(
  'ended_tokens',
  {
    /** SHA-256 of the token, base64url */
    hash: text('hash').primaryKey(),
    /** null once the account was deleted */
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    endedAt: time('ended_at').notNull(),
  },
  (table) => [index('ended_tokens_user').on(table.userId), index('ended_tokens_age').on(table.endedAt)],
)

/** Attempts counted per window, shared by all processes. */
export const throttles = pgTable(
  'throttles',
  {
    /** the limit and its subject */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('throttles_reset').on(table.resetsAt)],
)
