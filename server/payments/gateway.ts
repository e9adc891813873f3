/** What a gateway is asked to take money for. */
interface Charge {
  /** the order's number: it comes back with the gateway's word */
  order: string
  /** whole Toman */
  amount: number
  /** in words, for the person at the gateway */
  description: string
  /** where the gateway sends the person afterwards */
  returnUrl: string
  /** until then it may be paid */
  expiresAt: Date
}

/** The gateway's own word on a payment: of what order, how much, and for the person's papers under what number. */
export type PaymentStatus =
  | { state: 'paid'; order: string; amount: number; tracking: string }
  /** may still be paid, or is being paid */
  | { state: 'pending' }
  /** never will be */
  | { state: 'cancelled' | 'expired' }

/**
 * Whoever takes the money. What a person comes back with proves nothing: only `verify` is believed. Each throws when the
 * gateway cannot be reached, and then nothing has been decided.
 */
export interface Gateway {
  /** Begins a payment: what the gateway calls it, and where the person pays. */
  open(charge: Charge): Promise<{ reference: string; url: string }>
  /** How a payment stands; asking again changes nothing. */
  verify(reference: string): Promise<PaymentStatus>
  /** Ends a payment that nobody has made; one that is made stays so. */
  cancel(reference: string): Promise<PaymentStatus>
}
