import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Transport } from '#contract/passkeys.ts'
import { users } from './account.ts'
import { id, time } from './columns.ts'
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
  (table) => [index('telegram_logins_user').on(table.userId), index('telegram_logins_expiry').on(table.expiresAt)],
)

/** Passkeys (WebAuthn credentials) of users. */
export const passkeys = pgTable(
  'passkeys',
  {
    userId: owner(),
    id: id('id').generatedAlwaysAsIdentity(),
    /** chosen by the authenticator, base64url */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    /** COSE key, base64url */
    publicKey: text('public_key').notNull(),
    /** signatures so far, as the authenticator counts them; 0 from one that does not count */
    counter: id('counter').notNull(),
    /** ways to the authenticator, hints for the browser */
    transports: text('transports').array().$type<Transport[]>().notNull(),
    /** names the device that created it */
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    /** the last sign-in with it */
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
)

/** Challenges of passkeys that no browser has answered yet. An answer deletes its challenge. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge, base64url */
    hash: text('hash').primaryKey(),
    /** the user who adds a passkey; null for a sign-in */
    userId: id('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
)

/** Secret addresses of users' calendars, for calendar programs. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: owner().primaryKey(),
  /** 24 random bytes, base64url; plain, because the app shows the address again on every device */
  token: text('token').notNull().unique('calendar_feeds_token'),
  createdAt: time('created_at').notNull(),
})
