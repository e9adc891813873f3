import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { tokens, users } from './account.ts'
import { id, time } from './columns.ts'
import { owner } from './owner.ts'
import { notifications } from './personal.ts'

/** Browsers that hear of news while the app is closed there. Whoever is signed out there is heard of no more. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    /** of the sign-in that the browser subscribed under: it ends with it, and goes on when the device goes on under another */
    token: text('token')
      .notNull()
      .references(() => tokens.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** where its push service takes messages for it: a browser has one, whoever is signed in there */
    endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint'),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** minutes that the clock on its wall is ahead of UTC */
    utcOffset: smallint('utc_offset').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId), index('push_subscriptions_token').on(table.token)],
)

/** News on its way to a browser; gone when the push service has taken it, or when it is no news any more. */
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
    /** not before; while one process is sending it, when another may take it for lost */
    dueAt: time('due_at').notNull(),
    /** how often its push service was asked */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.notificationId] }),
    index('pushes_due').on(table.dueAt),
    index('pushes_notification').on(table.notificationId),
  ],
)

/** What a person wants to be disturbed by, and when; no row is everything, always. */
export const notificationSettings = pgTable('notification_settings', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** kinds of news that are listed and not pushed */
  muted: text('muted').array().notNull().default(sql`'{}'`),
  /** minutes of the day on the wall clock of each browser; both or none */
  quietFrom: smallint('quiet_from'),
  quietTo: smallint('quiet_to'),
  version: id('version').notNull(),
})
