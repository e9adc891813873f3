/** Payment outcome reported by the gateway's redirect. */
const OUTCOMES = ['cancelled', 'expired', 'mismatched', 'pending'] as const
export type PaymentOutcome = (typeof OUTCOMES)[number]

/** Parses a plan id; undefined when invalid. */
export function readPlanId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function readJoinSearch(raw: Record<string, unknown>): { payment?: PaymentOutcome | undefined } {
  return { payment: OUTCOMES.find((one) => one === raw.payment) }
}
