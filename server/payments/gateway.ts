/** A payment to open at the gateway. */
interface Charge {
  /** the order's number, which the gateway returns with its status */
  order: string
  /** whole Toman */
  amount: number
  /** text for the user at the gateway */
  description: string
  /** where the gateway sends the user afterwards */
  returnUrl: string
  /** end of the payment window */
  expiresAt: Date
}

/** A payment's status by the gateway, with order, amount and receipt number. */
export type PaymentStatus =
  | { state: 'paid'; order: string; amount: number; tracking: string }
  /** can still be paid, or is being paid */
  | { state: 'pending' }
  /** final */
  | { state: 'cancelled' | 'expired' }

/**
 * A payment gateway. The return of the user's browser proves nothing: only `verify` counts. Every method throws when
 * the gateway cannot be reached, which decides nothing.
 */
export interface Gateway {
  /** Opens a payment; returns the gateway's id and the URL where the user pays. */
  open(charge: Charge): Promise<{ reference: string; url: string }>
  /** Reads a payment's status; repeatable. */
  verify(reference: string): Promise<PaymentStatus>
  /** Cancels an unpaid payment and returns the status: a paid one stays paid. */
  cancel(reference: string): Promise<PaymentStatus>
}
