import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { id, time } from './columns.ts'
import { owner } from './owner.ts'

/** What can be bought. Money everywhere is whole Toman. */
export const plans = pgTable('plans', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  days: integer('days').notNull(),
  price: integer('price').notNull(),
  /** what it would cost without a reduction that is on */
  oldPrice: integer('old_price'),
  features: jsonb('features').$type<string[]>().notNull(),
  popular: boolean('popular').notNull(),
  /** where it stands among the others */
  place: smallint('place').notNull(),
})

/** Gift and discount codes: the code itself is with whoever was given it. */
export const codes = pgTable('codes', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the code, base64url */
  hash: text('hash').notNull().unique('codes_hash_unique'),
  kind: text('kind', { enum: ['gift', 'discount'] }).notNull(),
  /** the plan a gift is of; a discount on this plan alone */
  planId: integer('plan_id').references(() => plans.id),
  /** of a discount: so many hundredths off, */
  percent: smallint('percent'),
  /** or so much */
  amount: integer('amount'),
  /** how often it may be used, each time by somebody else */
  uses: integer('uses').notNull(),
  used: integer('used').notNull().default(0),
  expiresAt: time('expires_at'),
  createdAt: time('created_at').notNull(),
})

export const ORDER_STATES = ['pending', 'paid', 'cancelled', 'expired', 'mismatched'] as const

/** Something a person wants to have, as it was offered: what becomes of the plan changes nothing here. */
export const orders = pgTable(
  'orders',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    /** at once, or after what the person has */
    kind: text('kind', { enum: ['join', 'reserve'] }).notNull(),
    planId: integer('plan_id').notNull(),
    planName: text('plan_name').notNull(),
    days: integer('days').notNull(),
    price: integer('price').notNull(),
    discount: integer('discount').notNull(),
    /** what is to pay: the price less the discount */
    amount: integer('amount').notNull(),
    codeId: id('code_id').references(() => codes.id),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    /** unguessable: who comes back with it comes from the gateway */
    ticket: text('ticket').notNull().unique('orders_ticket_unique'),
    /** the page's origin, for the way back */
    returnTo: text('return_to').notNull(),
    /** what the gateway calls the payment, and where it is paid; nothing while it has not been asked */
    reference: text('reference'),
    paymentUrl: text('payment_url'),
    /** the gateway's number for the person's own papers */
    tracking: text('tracking'),
    createdAt: time('created_at').notNull(),
    /** until then it can be paid */
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    /** what was bought by it, as it stood then */
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
  },
  (table) => [
    index('orders_latest').on(table.userId, table.id),
    index('orders_pending').on(table.expiresAt).where(sql`state = 'pending'`),
  ],
)

/** Who uses a code: at most once each. Held while its order can still be paid. */
export const codeUses = pgTable(
  'code_uses',
  {
    codeId: id('code_id')
      .notNull()
      .references(() => codes.id),
    userId: owner(),
    orderId: id('order_id')
      .notNull()
      .unique('code_uses_order')
      .references(() => orders.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.codeId, table.userId] })],
)

/** When a person is premium: spans without a gap, the current one and those that wait for it to end. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    planId: integer('plan_id').notNull(),
    planName: text('plan_name').notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
  },
  (table) => [
    // An order brings one subscription, however often its payment is told.
    unique('subscriptions_once').on(table.orderId),
    index('subscriptions_ends').on(table.userId, table.endsAt),
  ],
)

/** The books of the sandbox gateway: another house, which knows nothing of ours. */
export const sandboxPayments = pgTable('sandbox_payments', {
  reference: text('reference').primaryKey(),
  /** the order's number at the shop */
  order: text('order').notNull(),
  description: text('description').notNull(),
  amount: integer('amount').notNull(),
  /** where the person goes when done here */
  returnUrl: text('return_url').notNull(),
  expiresAt: time('expires_at').notNull(),
  /** may lie ahead: then it is not known before */
  paidAt: time('paid_at'),
  cancelledAt: time('cancelled_at'),
  tracking: text('tracking'),
})
