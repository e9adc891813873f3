import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { tokens, users } from './account.ts'
import { id, time } from './columns.ts'
import { owner } from './owner.ts'
import { notifications } from './personal.ts'

/** Browsers that receive push messages. Signing out there deletes the row. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    /** token of the sign-in that subscribed: the row is deleted with the token and follows its renewal */
    token: text('token')
      .notNull()
      .references(() => tokens.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** the browser's push endpoint; a browser has one, for all its users */
    endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint'),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** offset of the browser's local time from UTC, in minutes */
    utcOffset: smallint('utc_offset').notNull(),
    createdAt: time('created_at').notNull(),
    /** earliest delivery after a failure; while a process delivers, the end of its lease */
    nextAt: time('next_at').notNull().default(sql`'epoch'`),
    /** failed deliveries since the last successful one */
    failures: integer('failures').notNull().default(0),
    /** the first of these failures */
    failingSince: time('failing_since'),
  },
  (table) => [index('push_subscriptions_user').on(table.userId), index('push_subscriptions_token').on(table.token)],
)

/** Push messages to deliver; deleted when the push service accepts them or when they are outdated. */
export const pushes = pgTable(
  'pushes',
  {
    subscriptionId: id('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    /** earliest delivery */
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.notificationId] }),
    index('pushes_due').on(table.dueAt),
    index('pushes_notification').on(table.notificationId),
  ],
)

/** A user's notification preferences; no row means everything at any time. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** kinds of notifications that are listed but not pushed */
    muted: text('muted').array().notNull().default(sql`'{}'`),
    /** minutes of the local day; both or neither */
    quietFrom: smallint('quiet_from'),
    quietTo: smallint('quiet_to'),
    /** whether the user is notified in the evening about what comes out the next day */
    reminders: boolean('reminders').notNull().default(false),
    version: id('version').notNull(),
  },
  (table) => [index('notification_settings_reminders').on(table.userId).where(sql`reminders`)],
)
