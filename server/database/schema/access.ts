import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { owner } from './owner.ts'

/** Mailed ways back into an account; the token itself is in the letter alone. Used once, it is gone. */
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

/** What Telegram vouched for and was taken, until it would be too old anyway: nobody signs in with it a second time. */
export const telegramLogins = pgTable(
  'telegram_logins',
  {
    /** its signature, hexadecimal */
    hash: text('hash').primaryKey(),
    userId: owner(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('telegram_logins_expiry').on(table.expiresAt)],
)
