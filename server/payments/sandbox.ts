import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { DatabaseContext } from '#server/database/connect.ts'
import { sandboxPayments } from '#server/database/schema/premium.ts'
import type { Gateway, Payment, PaymentStatus } from './gateway.ts'

export type SandboxPayment = typeof sandboxPayments.$inferSelect
export type SandboxState = Exclude<PaymentStatus['state'], 'mismatched'>

/** A payment made "later" is confirmed after this, in ms. */
const SANDBOX_LATER = 60_000
/** Path of the payment page, on the API's origin. */
export const SANDBOX_PATH = '/api/payments/sandbox'

/** The user's choices on the payment page. */
export const SANDBOX_ACTS = ['pay', 'later', 'cancel'] as const
export type SandboxAct = (typeof SANDBOX_ACTS)[number]

/** A gateway without real payments, for trying out. It keeps its own records and trusts only these. */
export function sandbox(context: DatabaseContext): Gateway {
  const { database } = context
  const verify = async ({ reference, order, amount }: Payment): Promise<PaymentStatus> => {
    const payment = await sandboxPayment(context, reference)
    if (!payment) return { state: 'cancelled' }
    const state = stateOf(payment, context.clock())
    if (state !== 'paid') return { state }
    if (payment.order === order && payment.amount === amount) return { state, tracking: payment.tracking ?? '' }
    return { state: 'mismatched', detail: `the sandbox has ${payment.amount} for order ${payment.order}` }
  }
  return {
    async open({ order, amount, description, returnUrl, expiresAt }) {
      const reference = randomBytes(32).toString('base64url')
      await database.insert(sandboxPayments).values({ reference, order, amount, description, returnUrl, expiresAt })
      return { reference, url: new URL(`${SANDBOX_PATH}/${reference}`, returnUrl).href }
    },
    verify,
    async cancel(payment) {
      await actAtSandbox(context, payment.reference, 'cancel')
      return verify(payment)
    },
  }
}

export async function sandboxPayment(
  { database }: DatabaseContext,
  reference: string,
): Promise<SandboxPayment | undefined> {
  const [payment] = await database.select().from(sandboxPayments).where(eq(sandboxPayments.reference, reference))
  return payment
}

/** Records the user's choice. A decided or expired payment stays unchanged. */
export async function actAtSandbox(
  { database, clock }: DatabaseContext,
  reference: string,
  act: SandboxAct,
): Promise<void> {
  const now = clock()
  const tracking = String(randomInt(1_000_000_000, 9_999_999_999))
  const paidAt = new Date(now.getTime() + (act === 'later' ? SANDBOX_LATER : 0))
  await database
    .update(sandboxPayments)
    .set(act === 'cancel' ? { cancelledAt: now } : { paidAt, tracking })
    .where(
      and(
        eq(sandboxPayments.reference, reference),
        isNull(sandboxPayments.paidAt),
        isNull(sandboxPayments.cancelledAt),
        gt(sandboxPayments.expiresAt, now),
      ),
    )
}

/** State of a payment. */
export function stateOf({ paidAt, cancelledAt, expiresAt }: SandboxPayment, now: Date): SandboxState {
  if (cancelledAt) return 'cancelled'
  if (paidAt) return paidAt <= now ? 'paid' : 'pending'
  return expiresAt <= now ? 'expired' : 'pending'
}
