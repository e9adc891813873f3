import * as v from 'valibot'
import { Subscription } from './account.ts'
import { endpoint } from './endpoint.ts'
import { latinDigits } from './persian.ts'
import { Id, IdText, IsoTime, lenient, listOf, many, one } from './shapes.ts'

/** Most orders in the history of one user. */
export const ORDERS_MAX = 100
const CODE_MIN = 4
const CODE_MAX = 32

const Toman = v.pipe(v.number(), v.integer(), v.minValue(0))
const Days = v.pipe(v.number(), v.integer(), v.minValue(1))

export const Plan = v.object({
  id: Id,
  name: v.string(),
  days: Days,
  price: Toman,
  /** price without the current reduction */
  oldPrice: lenient(v.nullable(Toman), null),
  features: lenient(listOf(v.string()), []),
  popular: lenient(v.boolean(), false),
})
export type Plan = v.InferOutput<typeof Plan>

/** Starts at once, or after the current subscription ends. */
export type JoinKind = 'join' | 'reserve'

/** A purchase or gift, as it was at that time. `id`: the order's number. */
export const Receipt = v.object({
  id: Id,
  planId: Id,
  planName: v.string(),
  days: Days,
  price: Toman,
  discount: lenient(Toman, 0),
  /** amount paid: price minus discount */
  amount: Toman,
  paidAt: IsoTime,
  /** the gateway's reference */
  tracking: lenient(v.nullable(v.string()), null),
  startsAt: IsoTime,
  endsAt: IsoTime,
  /** when the amount was paid back; null or absent if it was not */
  refundedAt: lenient(v.nullable(IsoTime), null),
})
export type Receipt = v.InferOutput<typeof Receipt>

export const ORDER_STATES = ['pending', 'paid', 'cancelled', 'expired', 'mismatched'] as const

/** An order in the user's history. `amount` was due, and paid if there is a receipt. */
export const PastOrder = v.object({
  id: Id,
  planName: v.string(),
  amount: Toman,
  state: lenient(v.picklist(ORDER_STATES), 'expired'),
  createdAt: IsoTime,
  receipt: lenient(v.nullable(Receipt), null),
})
export type PastOrder = v.InferOutput<typeof PastOrder>

/** Accepts any digits, case and separators. */
export const Code = v.pipe(
  v.string('code'),
  v.metadata({ minLength: CODE_MIN }),
  v.transform((text) =>
    latinDigits(text)
      .toUpperCase()
      .replace(/[\s\p{Pd}\p{Cf}_]/gu, ''),
  ),
  v.check((text) => text.length >= CODE_MIN && text.length <= CODE_MAX && /^[A-Z0-9]+$/.test(text), 'code'),
)

/** A plan with an optional code, or a gift code alone. */
export const Joining = v.pipe(
  v.object({
    planId: v.optional(v.nullable(Id), null),
    code: v.optional(v.nullable(Code), null),
  }),
  v.forward(
    v.partialCheck([['planId'], ['code']], ({ planId, code }) => planId !== null || code !== null, 'required'),
    ['code'],
  ),
)

/** The amount due for a plan after the code's discount. */
export const Quote = v.object({
  planId: Id,
  price: Toman,
  discount: Toman,
  amount: Toman,
})
export type Quote = v.InferOutput<typeof Quote>

/** The payment page and its deadline, or the user's new subscription if no payment is due. */
const Joined = v.union([
  v.object({
    subscription: Subscription,
    receipt: lenient(v.nullable(Receipt), null),
  }),
  v.object({
    paymentUrl: v.pipe(v.string(), v.url(), v.regex(/^[Hh][Tt]{2}[Pp][Ss]?:/)),
    checkUntil: IsoTime,
  }),
])
export type Joined = v.InferOutput<typeof Joined>

const PAYMENT_STATES = ['pending', 'success', 'failed'] as const

/** State of the user's latest order. */
export const PaymentCheck = v.object({
  status: v.picklist(PAYMENT_STATES),
  /** set when the payment succeeded */
  receipt: lenient(v.nullable(Receipt), null),
})
export type PaymentCheck = v.InferOutput<typeof PaymentCheck>

export const plansApi = {
  /** The plans on sale, in the order to show. */
  list: endpoint('GET', '/api/plans', { reply: many(Plan) }),
  /** One plan. */
  show: endpoint('GET', '/api/plans/:id', { params: v.object({ id: IdText }), reply: one(Plan) }),
}

/**
 * Payments happen at the gateway, so none of these calls is queued. `join` and `reserve` accept an `Idempotency-Key`.
 */
export const premiumApi = {
  /** Starts now; the rest of a current subscription is added. */
  join: endpoint('POST', '/api/user/join2', { access: 'user', body: Joining, reply: one(Joined) }),
  /** Starts when the current subscription ends. */
  reserve: endpoint('POST', '/api/user/reserve2', { access: 'user', body: Joining, reply: one(Joined) }),
  /** State of the latest order. */
  check: endpoint('GET', '/api/user/payment-check', { access: 'user', reply: one(PaymentCheck) }),
  /** An extension of the specification: the user's orders, newest first, at most `ORDERS_MAX`. */
  orders: endpoint('GET', '/api/user/orders', { access: 'user', reply: many(PastOrder) }),
  /** An extension of the specification: the discount of a code, before buying. */
  quote: endpoint('POST', '/api/user/quote', {
    access: 'user',
    body: v.object({ planId: Id, code: Code }),
    reply: one(Quote),
  }),
}
