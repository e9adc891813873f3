import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { ORDER_STATES } from '#contract/premium.ts'
import { users } from './account.ts'
import { id, time } from './columns.ts'
import { owner } from './owner.ts'

/** The gateways that the server knows. */
export const GATEWAYS = ['sandbox', 'zarinpal'] as const

/** A form that the user's browser sends to a gateway by POST. */
export interface PaymentForm {
  url: string
  fields: Record<string, string>
}

/** Plans on sale. All amounts are whole Toman. */
export const plans = pgTable('plans', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  days: integer('days').notNull(),
  price: integer('price').notNull(),
  /** the regular price while a reduction applies */
  oldPrice: integer('old_price'),
  features: jsonb('features').$type<string[]>().notNull(),
  popular: boolean('popular').notNull(),
  /** position in the list */
  place: smallint('place').notNull(),
  /** not on sale: only gift codes and operators give it */
  isHidden: boolean('is_hidden').notNull().default(false),
})

/** Gift and discount codes; only hashes are stored. */
export const codes = pgTable('codes', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the code, base64url */
  hash: text('hash').notNull().unique('codes_hash_unique'),
  kind: text('kind', { enum: ['gift', 'discount'] }).notNull(),
  /** the plan of a gift, or the only plan that a discount applies to */
  planId: integer('plan_id').references(() => plans.id),
  /** discount in percent, */
  percent: smallint('percent'),
  /** or as an amount */
  amount: integer('amount'),
  /** maximum number of uses, by different users */
  uses: integer('uses').notNull(),
  used: integer('used').notNull().default(0),
  expiresAt: time('expires_at'),
  createdAt: time('created_at').notNull(),
})

/** An order with the terms of its time: later changes of the plan do not affect it. */
export const orders = pgTable(
  'orders',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** null once the account was deleted: what was paid stays on record */
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** starts at once, or after the current subscription */
    kind: text('kind', { enum: ['join', 'reserve'] }).notNull(),
    planId: integer('plan_id').notNull(),
    planName: text('plan_name').notNull(),
    days: integer('days').notNull(),
    price: integer('price').notNull(),
    discount: integer('discount').notNull(),
    /** amount due: price less discount */
    amount: integer('amount').notNull(),
    codeId: id('code_id').references(() => codes.id),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    /** secret in the addresses on our own origin that lead to the gateway and back */
    ticket: text('ticket').notNull().unique('orders_ticket_unique'),
    /** origin of the page to return to */
    returnTo: text('return_to').notNull(),
    /** the gateway that opened the payment; null before, and for the sandbox's payments from before this column */
    gateway: text('gateway', { enum: GATEWAYS }),
    /** the gateway's id and URL of the payment; null until it is opened */
    reference: text('reference'),
    paymentUrl: text('payment_url'),
    /** what the page at `paymentUrl` sends to a gateway that takes users by form */
    paymentForm: jsonb('payment_form').$type<PaymentForm>(),
    /** the gateway's receipt number */
    tracking: text('tracking'),
    createdAt: time('created_at').notNull(),
    /** end of the payment window */
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    /** time of the next query to the gateway about an order that ended unpaid; null when it is final */
    recheckAt: time('recheck_at'),
    /** the period that was bought */
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    /** when the operator paid the amount back, and why */
    refundedAt: time('refunded_at'),
    refundNote: text('refund_note'),
  },
  (table) => [
    index('orders_latest').on(table.userId, table.id),
    index('orders_pending').on(table.expiresAt).where(sql`state = 'pending'`),
    index('orders_recheck').on(table.recheckAt).where(sql`recheck_at is not null`),
  ],
)

/** Uses of codes, at most one per user. An unpaid order holds its use while it can still be paid. */
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
  (table) => [primaryKey({ columns: [table.codeId, table.userId] }), index('code_uses_user').on(table.userId)],
)

/** A user's premium periods without gaps: the current one and the reserved ones after it. */
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
    // One subscription per order, however often its payment is reported.
    unique('subscriptions_once').on(table.orderId),
    index('subscriptions_ends').on(table.userId, table.endsAt),
  ],
)

/** The sandbox gateway's own records, separate from the orders. */
export const sandboxPayments = pgTable('sandbox_payments', {
  reference: text('reference').primaryKey(),
  /** the shop's order number */
  order: text('order').notNull(),
  description: text('description').notNull(),
  amount: integer('amount').notNull(),
  /** where the user returns afterwards */
  returnUrl: text('return_url').notNull(),
  expiresAt: time('expires_at').notNull(),
  /** may be in the future: the payment is not confirmed before */
  paidAt: time('paid_at'),
  cancelledAt: time('cancelled_at'),
  tracking: text('tracking'),
})
