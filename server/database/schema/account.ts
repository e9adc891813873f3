import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time } from './columns.ts'

export const users = pgTable('users', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** lower case */
  email: text('email').unique('users_email_unique'),
  /** `scrypt$N$r$p$salt$hash`, see server/accounts/passwordHash.ts */
  password: text('password'),
  /** the name Telegram shows of them */
  telegram: text('telegram'),
  /** who they are there: names change, this does not */
  telegramId: id('telegram_id').unique('users_telegram_unique'),
  /** who sent them here: the `ref` of the registration */
  referral: text('referral'),
  createdAt: time('created_at').notNull(),
})

/** Personal access tokens; the token itself is with the person alone. */
export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token, base64url */
    hash: text('hash').primaryKey(),
    /** names the device that has it, to its person */
    id: id('id').generatedAlwaysAsIdentity().unique('tokens_id_unique'),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** what the device says of itself (`User-Agent`), cut */
    agent: text('agent'),
    /** how many seconds it lives after each use */
    lifetime: integer('lifetime').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('tokens_user').on(table.userId), index('tokens_expiry').on(table.expiresAt)],
)

/** Attempts counted per window: shared by all processes of the server. */
export const throttles = pgTable(
  'throttles',
  {
    /** what is counted, for whom */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('throttles_reset').on(table.resetsAt)],
)
