import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { owner } from './owner.ts'

/** Mailed password reset links. Only the hash of the token is stored; a used token is deleted. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token, base64url */
    hash: text('hash').primaryKey(),
    userId: owner(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId), index('password_resets_expiry').on(table.expiresAt)],
)

/**
 * Requested changes of an e-mail address; a user's later request replaces the earlier one. The row stays after the link
 * was opened, so that opening it again gives the same answer.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: owner().primaryKey(),
    /** SHA-256 of the mailed token, base64url */
    hash: text('hash').notNull().unique('email_changes_hash'),
    /** the new address, lower case */
    email: text('email').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('email_changes_expiry').on(table.expiresAt)],
)

/** Used Telegram logins, stored until they expire, so that none can be replayed. */
export const telegramLogins = pgTable(
  'telegram_logins',
  {
    /** Telegram's signature, in hexadecimal */
    hash: text('hash').primaryKey(),
    userId: owner(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('telegram_logins_expiry').on(table.expiresAt)],
)
