/** Payment outcome reported by the gateway's redirect. */
const OUTCOMES = ['cancelled', 'expired', 'mismatched', 'pending'] as const
export type PaymentOutcome = (typeof OUTCOMES)[number]

export function readJoinSearch(raw: Record<string, unknown>): { payment?: PaymentOutcome | undefined } {
  return { payment: OUTCOMES.find((one) => one === raw.payment) }
}
