import * as v from 'valibot'
import { Subscription } from './account.ts'
import { endpoint } from './endpoint.ts'
import { latinDigits } from './persian.ts'
import { Id, IdText, IsoTime, lenient, listOf, many, one } from './shapes.ts'

const CODE_MIN = 4
const CODE_MAX = 32

const Toman = v.pipe(v.number(), v.integer(), v.minValue(0))
const Days = v.pipe(v.number(), v.integer(), v.minValue(1))

export const Plan = v.object({
  id: Id,
  name: v.string(),
  days: Days,
  price: Toman,
  /** what it would cost without a reduction that is on */
  oldPrice: lenient(v.nullable(Toman), null),
  features: lenient(listOf(v.string()), []),
  popular: lenient(v.boolean(), false),
})
export type Plan = v.InferOutput<typeof Plan>

/** At once, or after what the person has. */
export type JoinKind = 'join' | 'reserve'

/** What somebody has bought or been given, as it stood then. `id`: the order's number. */
export const Receipt = v.object({
  id: Id,
  planId: Id,
  planName: v.string(),
  days: Days,
  price: Toman,
  discount: lenient(Toman, 0),
  /** what was paid: the price less the discount */
  amount: Toman,
  paidAt: IsoTime,
  /** the gateway's number for it */
  tracking: lenient(v.nullable(v.string()), null),
  startsAt: IsoTime,
  endsAt: IsoTime,
})
export type Receipt = v.InferOutput<typeof Receipt>

/** As people read and type it: in any digits and case, with whatever between its parts. */
export const Code = v.pipe(
  v.string('code'),
  v.transform((text) =>
    latinDigits(text)
      .toUpperCase()
      .replace(/[\s\p{Pd}\p{Cf}_]/gu, ''),
  ),
  v.check((text) => text.length >= CODE_MIN && text.length <= CODE_MAX && /^[A-Z0-9]+$/.test(text), 'code'),
)

/** A plan with or without a code, or the code of a gift alone. */
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

/** What is to pay for a plan, with a code taken into account. */
export const Quote = v.object({
  planId: Id,
  price: Toman,
  discount: Toman,
  amount: Toman,
})
export type Quote = v.InferOutput<typeof Quote>

/** Where to pay, and how long that is possible; or, when nothing is to pay, what the person has now. */
const Joined = v.union([
  v.object({
    subscription: Subscription,
    receipt: lenient(v.nullable(Receipt), null),
  }),
  v.object({
    paymentUrl: v.pipe(v.string(), v.url(), v.regex(/^https?:/i)),
    checkUntil: IsoTime,
  }),
])
export type Joined = v.InferOutput<typeof Joined>

const PAYMENT_STATES = ['pending', 'success', 'failed'] as const

/** What became of the person's latest order. */
export const PaymentCheck = v.object({
  status: v.picklist(PAYMENT_STATES),
  /** of a success */
  receipt: lenient(v.nullable(Receipt), null),
})
export type PaymentCheck = v.InferOutput<typeof PaymentCheck>

export const plansApi = {
  list: endpoint('GET', '/api/plans', { reply: many(Plan) }),
  show: endpoint('GET', '/api/plans/:id', { params: v.object({ id: IdText }), reply: one(Plan) }),
}

/** The person pays at the gateway; none of these is queued. `join` and `reserve` may carry an `Idempotency-Key`. */
export const premiumApi = {
  /** Now: what is left of a current subscription is added to it. */
  join: endpoint('POST', '/api/user/join2', { access: 'user', body: Joining, reply: one(Joined) }),
  /** From the end of what the person has. */
  reserve: endpoint('POST', '/api/user/reserve2', { access: 'user', body: Joining, reply: one(Joined) }),
  check: endpoint('GET', '/api/user/payment-check', { access: 'user', reply: one(PaymentCheck) }),
  /** An extension: what a code would take off, before anything is bought. */
  quote: endpoint('POST', '/api/user/quote', {
    access: 'user',
    body: v.object({ planId: Id, code: Code }),
    reply: one(Quote),
  }),
}
