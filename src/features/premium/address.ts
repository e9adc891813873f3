/** How a payment ended that somebody comes back from, in the gateway's answer to the page. */
const ENDINGS = ['cancelled', 'expired', 'mismatched', 'pending'] as const
export type PaymentOutcome = (typeof ENDINGS)[number]

/** The plan an address names; nothing where it names none. */
export function readPlanId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function readJoinSearch(raw: Record<string, unknown>): { payment?: PaymentOutcome | undefined } {
  return { payment: ENDINGS.find((one) => one === raw.payment) }
}
