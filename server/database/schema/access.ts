import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './account.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const person = () =>
  bigint('user_id', { mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Mailed ways back into an account; the token itself is in the letter alone. Used once, it is gone. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token, base64url */
    hash: text('hash').primaryKey(),
    userId: person(),
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
    userId: person(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('telegram_logins_expiry').on(table.expiresAt)],
)
