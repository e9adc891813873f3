import { pgTable, text } from 'drizzle-orm/pg-core'

/** Fingerprints of the keys that this database is used with: a process with other keys would refuse what they signed. */
export const keyFingerprints = pgTable('key_fingerprints', {
  /** the setting that holds the key */
  setting: text('setting').primaryKey(),
  /** SHA-256 of the key, base64url */
  fingerprint: text('fingerprint').notNull(),
})
